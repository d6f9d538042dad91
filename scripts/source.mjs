// Runs a TypeScript file of the checkout with the arguments that follow, under Node 24 and with all set up.
import { giveUp, pass, root, underNode24 } from './boot.mjs'

await underNode24(import.meta.url)
const { ensureBuilt, ensureInstalled } = await import('./fresh.mjs')
const [file, ...args] = process.argv.slice(2)
if (!file) giveUp('say which file to run: node scripts/source.mjs FILE.ts')
ensureInstalled()
ensureBuilt()
process.exit(await pass(process.execPath, ['--conditions=flower-source', `${root}/${file}`, ...args]))
