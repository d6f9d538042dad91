/** Holds a home until it is killed: `<folder>`. Prints a line once it does. */
import { lockHome } from '#store/file/lock.ts'

const taken = lockHome(process.argv[2] ?? '')
if (!('lock' in taken)) throw new Error('the home is held')
taken.lock.tell({ pid: process.pid, url: 'http://127.0.0.1:4747', startedAt: '2026-03-02T09:00:00.000Z' })
process.stdout.write('held\n')
setInterval(() => undefined, 60_000)
