/** Fills a store before a server runs on it, through the same operations as everybody. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readActor } from '#domain/actor.ts'
import { type Execute, makeExecute } from '#service/execute.ts'
import type { Facts } from '#service/facts.ts'
import { openStore, type Store } from '#store/store.ts'

export type Seed = { store: Store; execute: Execute; close: () => Promise<void> }

export const ada = {
  actor: readActor('operator:ada') ?? { kind: 'operator' as const, ref: 'ada' },
  role: 'operator' as const,
}

/** Opens the store of `home` with one project, `garden`, whose MAIN is at `path`: the home itself where nobody works. */
export async function openSeed(home: string, path = home): Promise<Seed> {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const now = (): string => new Date().toISOString()
  const store = await openStore({ file: join(home, 'flower.db') }, { now })
  const execute = makeExecute({
    store,
    now,
    zone: 'UTC',
    secret: () => crypto.randomUUID(),
    gather: async () => gardenFacts(home, path),
    sitePort: () => null,
    nextCommit: async () => undefined,
  })
  await execute('project.register', { path }, ada)
  return { store, execute, close: store.close }
}

const gardenFacts = (home: string, path: string): Facts => ({
  repository: {
    outcome: 'found',
    gitDir: join(path, '.git'),
    primaryPath: path,
    primaryBranch: 'main',
    remoteUrl: null,
    name: 'garden',
  },
  // Without a node's name: whoever runs on this home takes the project over.
  places: { node: '', of: () => ({ outcome: 'fit', root: join(home, 'worktrees'), isolation: 'isolated' }) },
})

const text = `Water the tomatoes before the sun is high

The beds along the south wall dry out first. Look at the soil before you pour, and note what each bed took,
so that the next round starts from what the last one learned.`
const spec = `## Outcome

- Every bed along the south wall is moist a finger deep at nine in the morning.
- What each bed took is in the garden book.

## How

Open the valve of the long hose to a third, go from the gate to the shed, and stay four breaths with each plant.
`

/** Captures `count` Briefs that are ready to be handed over. Answers their ids. */
export async function plantBriefs(seed: Seed, count: number): Promise<number[]> {
  const ids: number[] = []
  while (ids.length < count) {
    const some = await Promise.all(
      Array.from({ length: Math.min(64, count - ids.length) }, () =>
        seed.execute('brief.capture', { text, spec, project: 'garden' }, ada),
      ),
    )
    ids.push(...some.map(each => each.briefId))
  }
  return ids
}
