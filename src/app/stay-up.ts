/** Runs `flower up` until a signal ends it. */
import { flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { CannotStart } from './cannot-start.ts'
import { up } from './up.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Answers the exit code: 0 after SIGTERM or SIGINT, once everything that ran is answered and kept. */
export async function stayUp(
  env: Environment,
  options: { project?: string | undefined; port?: string | undefined; open: boolean },
): Promise<number> {
  const running = await up({
    env,
    folder: process.cwd(),
    project: options.project && resolve(options.project),
    port: portOf('--port', options.port) ?? portOf('FLOWER_PORT', env.FLOWER_PORT),
    sitePort: portOf('FLOWER_SITE_PORT', env.FLOWER_SITE_PORT),
    open: options.open,
    say: line => process.stderr.write(`${line}\n`),
  })
  const ended = firstSignal()
  // Now, and not at its end: one that is killed starts again as fast.
  flushCompileCache()
  process.stdout.write(`${running.link}\n`)
  process.stderr.write('Open it once; `flower open` prints another. Ctrl-C ends flower.\n')
  await ended
  await running.close()
  return 0
}

/**
 * Resolves at the first signal and swallows those after it: npm, a terminal and a service manager all send theirs to the
 * whole group, so that one wish to end comes twice. Until flower runs a signal ends it as any program.
 */
function firstSignal(): Promise<void> {
  return new Promise(done => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => done())
  })
}

function portOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new CannotStart(`${name} is ${text}, which is no port.`, 'Give a number from 0 to 65535.', 2)
}
