/** Starts the server of this home in the background and waits until it answers. */
import { watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAndLeave } from '#machine/command.ts'
import { isAlive } from '#machine/process.ts'
import { takeLock } from '#store/lock.ts'
import { CannotStart } from './cannot-start.ts'
import { findServer, type Home, openHome } from './home.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Milliseconds until we say that it does not come up. */
const patienceMs = 20_000

export async function startServer(env: Environment): Promise<void> {
  const home = await openHome(env)
  const changes = watch(home.path)
  try {
    if (await findServer(home)) return
    const own = Object.fromEntries(
      Object.entries(env).filter(
        ([name, value]) =>
          /^(FLOWER_(HOME|PORT|SITE_PORT|HOST|PUBLIC_URL|DATABASE_URL|NODE))$/.test(name) && value !== undefined,
      ),
    ) as Record<string, string>
    const program = process.argv[1] ?? ''
    // Not in the caller's folder: that may be a worktree, which must not be held open and is no project of its own.
    const started = await startAndLeave(process.execPath, [...process.execArgv, program, 'up', '--no-open'], {
      cwd: tmpdir(),
      env: own,
    })
    if (started.outcome !== 'started')
      throw new CannotStart('The server could not be started.', 'Start it with `flower up`, which says why.')
    const until = Date.now() + patienceMs
    // When another program started it at the same moment ours ends, and that one's is waited for.
    while (!(await findServer(home))) {
      if (!isAlive(started.pid) && !(await isAnotherStarting(home))) throw ended()
      if (Date.now() > until)
        throw new CannotStart(
          'The server was started but does not answer.',
          'Start it with `flower up`, which says why.',
        )
      await nextChange(changes)
    }
  } finally {
    changes.close()
  }
}

const ended = (): CannotStart =>
  new CannotStart('The server was started and ended at once.', 'Start it with `flower up`, which says why.')

/** Whoever starts or runs holds the lock. */
async function isAnotherStarting(home: Home): Promise<boolean> {
  const lock = await takeLock(join(home.path, 'server.lock'))
  if (lock.outcome !== 'taken') return true
  await lock.release()
  return (await findServer(home)) !== undefined
}

/** Resolves when something in the folder changes, or after a moment. */
function nextChange(changes: ReturnType<typeof watch>): Promise<void> {
  return new Promise(resolve => {
    const done = (): void => {
      clearTimeout(timer)
      changes.off('change', done)
      resolve()
    }
    const timer = setTimeout(done, 250)
    changes.once('change', done)
  })
}
