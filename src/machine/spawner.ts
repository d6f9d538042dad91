/**
 * Has programs started by a small process beside this one. To start a program the system copies the page tables of who
 * starts it, and that one stands still meanwhile: a server of 250 MB for 10 to 20 ms where a bare Node needs one. So a
 * server that asks git all day keeps a spawner.
 */
import { type CommandOptions, type CommandResult, type RunForBytes, startLinked } from './command.ts'
import { ownProgram, sourceFlags } from './own-program.ts'

/** What is asked of the spawner. The environment is whole; the signal stays here and comes as `cancel`. */
export type Asked =
  | { id: number; program: string; args: readonly string[]; options: Omit<CommandOptions, 'signal'> }
  | { cancel: number }

export type Answered = { id: number; result: CommandResult<Uint8Array> }

export type Spawner = {
  run: RunForBytes
  /** Ends the process beside; what it runs is ended with it. */
  end: () => void
}

const PROGRAM = ownProgram('spawner-process')
/** It moves bytes: little memory of its own is what it is for. */
const SMALL = ['--max-semi-space-size=2', ...sourceFlags]

type Waiting = Map<number, (result: CommandResult<Uint8Array>) => void>

/** The process is started by the first command, and anew after it was killed. */
export function makeSpawner(): Spawner {
  let beside: { process: ReturnType<typeof startLinked>; waiting: Waiting } | undefined
  let asked = 0

  function start() {
    const waiting: Waiting = new Map()
    const own = { process: startLinked(PROGRAM, SMALL), waiting }
    own.process.on('message', ({ id, result }: Answered) => settle(own, id, result))
    const gone = () => {
      // Nobody knows how far they came; that is what a program killed from outside answers too.
      for (const id of waiting.keys())
        settle(own, id, { outcome: 'failed', exitCode: undefined, stdout: new Uint8Array(), stderr: '' })
    }
    own.process.once('exit', gone)
    own.process.on('error', gone)
    own.process.unref()
    return own
  }

  function settle({ process, waiting }: NonNullable<typeof beside>, id: number, result: CommandResult<Uint8Array>) {
    waiting.get(id)?.(result)
    waiting.delete(id)
    if (waiting.size === 0) process.channel?.unref()
  }

  return {
    run(program, args, { signal, ...options }) {
      if (signal?.aborted) return Promise.resolve({ outcome: 'cancelled' })
      if (!beside?.process.connected) beside = start()
      const { process, waiting } = beside
      const id = ++asked
      const { promise, resolve } = Promise.withResolvers<CommandResult<Uint8Array>>()
      waiting.set(id, resolve)
      process.channel?.ref()
      const say = (message: Asked) => process.connected && process.send(message)
      say({ id, program, args, options })
      const cancel = () => say({ cancel: id })
      signal?.addEventListener('abort', cancel, { once: true })
      return promise.finally(() => signal?.removeEventListener('abort', cancel))
    },
    end() {
      if (beside?.process.connected) beside.process.disconnect()
    },
  }
}
