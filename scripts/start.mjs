// `npm start`: flower on the repository in which the reader stands, whatever is missing or stale.
import { delimiter, dirname, sep } from 'node:path'
import { root, underNode24 } from './boot.mjs'

await underNode24(import.meta.url)
// npm runs its scripts in the package's folder and says in INIT_CWD where the reader stands.
if (process.env.npm_lifecycle_event === 'start' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
process.env.PATH = withoutNpms(process.env.PATH ?? '')
process.argv.splice(1, 1, `${root}/bin/flower.mjs`, 'up')
await import('../bin/flower.mjs')

/** npm puts our programs, and those of the folders above, before the reader's: a project's gate must not meet them. */
function withoutNpms(path) {
  const isNpms = folder =>
    folder.endsWith('node-gyp-bin') ||
    (folder.endsWith(`node_modules${sep}.bin`) && `${root}${sep}`.startsWith(dirname(dirname(folder))))
  return path
    .split(delimiter)
    .filter(folder => !isNpms(folder))
    .join(delimiter)
}
