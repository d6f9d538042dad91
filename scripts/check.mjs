// `npm run check`: the one list of format, types and lint. Runs all of it, so that one run shows every complaint.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pass, root, say, tool, underNode24 } from './boot.mjs'

await underNode24(import.meta.url)
const { ensureInstalled } = await import('./fresh.mjs')
ensureInstalled()
process.chdir(root)

const list = [
  ['format', 'biome', 'ci', '.'],
  ['types', 'tsc', '--noEmit'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
]
if (existsSync(join(root, 'web/tsconfig.json'))) list.push(['types of the page', 'tsc', '--noEmit', '-p', 'web'])

const failed = []
for (const [name, program, ...args] of list) if ((await pass(tool(program), args)) !== 0) failed.push(name)
if (failed.length > 0) say(`check failed: ${failed.join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)
