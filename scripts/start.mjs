// `npm start`: flower on the repository in which the reader stands, whatever is missing or stale.
import { root, underNode24 } from './boot.mjs'

await underNode24(import.meta.url)
// npm runs its scripts in the package's folder and says in INIT_CWD where the reader stands.
if (process.env.npm_lifecycle_event === 'start' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
process.argv.splice(1, 1, `${root}/bin/flower.mjs`, 'up')
await import('../bin/flower.mjs')
