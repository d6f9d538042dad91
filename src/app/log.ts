/** The server's log: one JSON object a line in FLOWER_HOME/logs, for what went wrong on our side. */
import { join } from 'node:path'
import pino from 'pino'
import type { Home } from './home.ts'

export const makeLog = (home: Home) =>
  pino(
    { base: { pid: process.pid } },
    pino.destination({ dest: join(home.logs, 'flower.log'), mkdir: true, sync: false }),
  )
