/** The command `flower`. */
import { up } from './up.ts'
import { version } from './version.ts'

const [command, ...args] = process.argv.slice(2)
if (command === '--version') process.stdout.write(`${version}\n`)
if (command === 'up') {
  const at = (flag: string): string | undefined => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined)
  const running = await up({
    env: process.env,
    folder: process.cwd(),
    project: at('--project'),
    port: at('--port') === undefined ? undefined : Number(at('--port')),
    open: !args.includes('--no-open'),
    say: line => process.stderr.write(`${line}\n`),
  })
  process.stdout.write(`${running.link}\n`)
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void running.close().then(() => process.exit(0)))
}
