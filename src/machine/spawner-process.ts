/** The program of the small process that `spawner.ts` keeps: runs what it is asked to run, and ends with who asked. */
import { runForBytes } from './command.ts'
import type { Answered, Asked } from './spawner.ts'

const running = new Map<number, AbortController>()

/** A terminal sends its keys to the whole group: who asked decides what becomes of its work. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())
process.on('message', (asked: Asked) => {
  if ('cancel' in asked) return running.get(asked.cancel)?.abort()
  void answer(asked)
})

async function answer({ id, program, args, options }: Exclude<Asked, { cancel: number }>): Promise<void> {
  const ending = new AbortController()
  running.set(id, ending)
  const result = await runForBytes(program, args, { ...options, signal: ending.signal })
  running.delete(id)
  const said: Answered = { id, result }
  if (process.connected) process.send?.(said)
}
