/** `npm run bench [-- PART …]`: measures, beside the same work done bare in the same run, and prints one table. */
import { availableParallelism } from 'node:os'
import { agents } from './agents.ts'
import { claim } from './claim.ts'
import { cli } from './cli.ts'
import { type Figure, table } from './figure.ts'
import { guard } from './guard.ts'
import { landing } from './landing.ts'
import { live } from './live.ts'
import { page } from './page.ts'
import { recall } from './recall.ts'
import { rest } from './rest.ts'
import { type Ground, layGround } from './server.ts'
import { worktree } from './worktree.ts'

const parts: Record<string, (ground: Ground) => Promise<Figure[]>> = {
  claim,
  live,
  recall,
  rest,
  cli,
  worktree,
  landing,
  guard,
  agents,
  page,
}

const asked = process.argv.slice(2)
const unknown = asked.find(name => !Object.hasOwn(parts, name))
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}"; the parts are ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}
const ground = layGround()
process.once('exit', ground.drop)
const figures: Figure[] = []
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const began = performance.now()
  figures.push(...(await measure(ground)))
  console.error(`${name}: ${((performance.now() - began) / 1_000).toFixed(0)} s`)
}
console.log(`Node ${process.versions.node}, ${availableParallelism()} cores\n\n${table(figures)}`)
