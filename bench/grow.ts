/** Grows a store of a million events as fast as the store's own door takes them: a true chain, and all that search finds. */
import { readActor } from '#domain/actor.ts'
import { type NewEvent, newEvent } from '#domain/events/catalogue.ts'
import { commit } from '#store/commit.ts'
import { chainHead } from '#store/queries/events.ts'
import { openSeed, plantBriefs } from './seed.ts'

export type Size = { briefs: number; events: number }
export type Grown = { briefs: number[]; events: number }

/** Events of one Brief that go into one commit. */
const atOnce = 50
/** Writes that are asked for together, and so share a commit. */
const together = 40

/** In the same order at every run, so that runs can be compared. */
export function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const syllables = 'ba do fe gi ku la mo ne pi ra so tu va wi ze chor stem leaf root moss'.split(' ')
/** Words as a language has them: the first are in every second text, the last in hardly any. */
const words = Array.from({ length: 8_000 }, (_, at) =>
  [at % 20, Math.floor(at / 20) % 20, Math.floor(at / 400)].map(each => syllables[each % 20]).join(''),
)

/** A word by how common it is: `luck` near 0 gives the most common ones. */
export const wordAt = (luck: number): string => words[Math.floor(luck ** 3 * words.length)] ?? 'moss'

const sentence = (roll: () => number): string => Array.from({ length: 32 }, () => wordAt(roll())).join(' ')

function eventsOf(briefId: number, count: number, roll: () => number): NewEvent[] {
  return Array.from({ length: count }, (_, at) =>
    at % 5 < 3
      ? newEvent('progress', briefId, { body: sentence(roll) })
      : newEvent('claimed', briefId, {
          dispatchId: briefId,
          attempt: at,
          token: at,
          leaseExpiresAt: '2026-03-02T09:05:00.000Z',
        }),
  )
}

export async function growStore(home: string, size: Size): Promise<Grown> {
  const seed = await openSeed(home)
  const briefs = await plantBriefs(seed, size.briefs)
  const roll = dice(7)
  const begun = (await seed.store.read(tx => chainHead(tx))).seq
  const missing = size.events - begun
  const jobs = Math.ceil(missing / atOnce)
  for (let job = 0; job < jobs; job += together) {
    await Promise.all(
      Array.from({ length: Math.min(together, jobs - job) }, (_, at) => {
        const briefId = briefs[(job + at) % briefs.length] ?? 1
        const actor = readActor(`agent:builder-${(job + at) % 7}`)
        if (!actor) throw new Error('a builder is an actor')
        const events = eventsOf(briefId, atOnce, roll)
        return seed.store.write(tx => commit(tx, { events }, { actor, now: new Date().toISOString() }))
      }),
    )
  }
  await seed.close()
  return { briefs, events: size.events }
}
