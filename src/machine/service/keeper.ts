// A program of its own beside each service, which outlives flower: it writes what the service says into the bounded log
// and writes down how the service ended, whether flower is there or not.
// Arguments: the service's folder, the most bytes of its log, then the program and its arguments.

import { join } from 'node:path'
import { startKept } from '../command.ts'
import { processStartedAt } from '../process.ts'
import { openLog } from './log-ring.ts'
import { MARKER, type RunRecord, writeRun } from './run-record.ts'

const [folder = '', maxBytes = '', program = '', ...args] = process.argv.slice(2)

// Whoever ends the whole tree ends the service; this one stays to see how, and goes by itself.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
// Nobody listens any more once flower has heard that it started.
process.stdout.on('error', () => undefined)

const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

try {
  const run: RunRecord = {
    marker: process.env[MARKER] ?? '',
    pid: process.pid,
    startedAt: processStartedAt(process.pid),
  }
  const log = openLog(join(folder, 'log'), Number(maxBytes))
  // Before there is anything to find: a kill in between leaves a record too many, never a process too many.
  writeRun(folder, run)
  const child = startKept(program, args, { cwd: process.cwd(), env: process.env })
  child.once('spawn', () => say({ started: child.pid }))
  child.once('error', error => {
    keepEnding({ exitCode: null, signal: null })
    say({ failed: 'code' in error ? error.code : error.message })
  })
  child.stdout.on('data', log.write)
  child.stderr.on('data', log.write)
  child.once('exit', (exitCode, signal) => keepEnding({ exitCode, signal }))

  function keepEnding(ending: { exitCode: number | null; signal: string | null }): void {
    try {
      writeRun(folder, { ...run, ending })
    } catch {
      // A full disk: that it ended is seen all the same, only not how.
    }
  }
} catch (error) {
  say({ failed: error instanceof Error ? error.message : String(error) })
}
