// `npm run build`: installs and compiles what is stale, as every start does by itself. npm runs it before packing.
import { underNode24 } from './boot.mjs'

await underNode24(import.meta.url)
const { ensureBuilt, ensureInstalled } = await import('./fresh.mjs')
ensureInstalled()
ensureBuilt()
