/** The command `flower`. What is asked for often is answered without loading the command line. */
import { version } from './version.ts'

const [, , first, ...rest] = process.argv
if (first === '--version' || first === '-V') process.stdout.write(`${version}\n`)
else if (first === 'guard' && /^--(?:worktree|session)/.test(rest[0] ?? ''))
  await (await import('./commands/guard.ts')).guardAtOnce(rest)
else if (first === 'remind' && rest[0] === '--main')
  process.exitCode = await (await import('./commands/remind.ts')).remind(process.env, rest[1])
else await import('./command-line.ts')
