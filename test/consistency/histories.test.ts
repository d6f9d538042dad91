import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { OperationName } from '#contract/catalogue.ts'
import { blockReasons } from '#domain/blocked.ts'
import { failureReasons } from '#domain/failure.ts'
import { Refusal } from '#domain/refusal.ts'
import { legs } from '#domain/status.ts'
import { makeWatch } from '#service/watch.ts'
import { blocksOf, getBriefs } from '#store/queries/briefs.ts'
import { verifyChain } from '#store/queries/verify.ts'
import { openHouse, type TestHouse } from '../house.ts'
import { minutes } from '../work.ts'
import { brokenInvariants } from './invariants.ts'

/** Something that somebody does. Numbers choose among what there is by then, so that a shorter history still makes sense. */
type Step = { does: string; who: number; what: number; other: number; yes: boolean }
type Token = { dispatchId: number; token: number; agent: string }

const agents = ['agent:one', 'agent:two', 'agent:three']
/** What is done, and how often beside the others: the path of a Brief more often than what comes in its way. */
const deeds = {
  capture: 2, plan: 2, dispatch: 4, claim: 2, claimNext: 8, heartbeat: 2, complete: 8, verdict: 5, release: 2, fail: 2, cancel: 1, reconcile: 3, pass: 2,
  depend: 1, ask: 1, answer: 2, switch: 1, approve: 1, review: 1, finish: 1, fold: 1,
} // biome-ignore format: a table

const steps = fc.array(
  fc.record({
    does: fc.constantFrom(...Object.entries(deeds).flatMap(([deed, weight]) => Array<string>(weight).fill(deed))),
    who: fc.nat(2),
    what: fc.nat(7),
    other: fc.nat(40),
    yes: fc.boolean(),
  }),
  { minLength: 40, maxLength: 100, size: 'max' },
)

/** Every history begins with some Briefs that can be handed over. */
const beginning: Step[] = [0, 1, 2, 3].flatMap(at => [
  { does: 'capture', who: 0, what: at, other: at, yes: at % 2 === 0 },
  { does: 'plan', who: 0, what: at, other: 0, yes: true },
  { does: 'dispatch', who: 0, what: at, other: at, yes: true },
])
const history = steps.map(each => [...beginning, ...each])

/** One history in the making. Keeps what was true before, to hold it against what is true after. */
function makeActors(house: TestHouse) {
  const tokens: Token[] = []
  const counts = { briefs: 0, dispatches: 0, decisions: 0 }
  const one = (count: number, at: number): number => (count === 0 ? 1 : (at % count) + 1)

  function callOf(step: Step): [OperationName, object, string?] {
    const { who, what, other, yes } = step
    const agent = agents[who] ?? 'agent:one'
    const briefId = one(counts.briefs, what)
    const dispatchId = one(counts.dispatches, what)
    const decisionId = one(counts.decisions, what)
    // Now and then an old token, or one of somebody else.
    const held = tokens.at(-1 - (what % 3)) ?? { dispatchId: 1, token: 1, agent }
    const mine = { dispatchId: held.dispatchId, token: held.token }
    const reason = failureReasons[other % failureReasons.length]
    const calls: Record<string, [OperationName, object, string?]> = {
      capture: [
        'brief.capture',
        { text: `Brief ${what}`, autoDispatch: yes, review: other % 2 === 0, designLoop: other % 5 === 0 },
      ],
      plan: ['brief.setStatus', { briefId, status: 'planned' }],
      finish: ['brief.setStatus', { briefId, status: yes ? 'complete' : 'cancelled' }],
      dispatch: [
        'brief.dispatch',
        { briefId, ...(yes ? {} : { leg: legs[other % legs.length] }), kind: other % 3 === 0 ? 'continue' : 'fresh' },
      ],
      claim: ['dispatch.claim', { dispatchId }, agent],
      claimNext: ['dispatch.claim', {}, agent],
      heartbeat: ['dispatch.heartbeat', { ...mine, note: 'Still here' }, held.agent],
      complete: ['dispatch.complete', { ...mine, summary: 'Done' }, yes ? held.agent : agent],
      verdict: ['review.verdict', { ...mine, verdict: yes ? 'pass' : 'changes', body: 'Seen' }, held.agent],
      release: ['dispatch.release', { ...mine, reason }, held.agent],
      fail: ['dispatch.fail', { ...mine, reason }, held.agent],
      cancel: ['dispatch.cancel', { dispatchId }],
      reconcile: ['dispatch.reconcile', { wasAway: yes && other % 4 === 0 }, 'system:reconciler'],
      depend: ['brief.relate', { briefId, addDependsOn: [one(counts.briefs, other)] }],
      ask: ['decision.ask', { header: 'Which?', briefId, blocking: yes }, agent],
      answer: ['decision.answer', { decisionId, answer: 'This one' }],
      switch: ['brief.configure', { briefId, review: yes, needsApproval: other % 4 === 0 }],
      approve: ['brief.approve', { briefId }],
      review: ['review.request', { briefId }],
      fold: ['brief.fold', { briefId, into: one(counts.briefs, other) }],
    }
    return calls[step.does] ?? ['system.info', {}]
  }

  return {
    tokens,
    /** Does it; a refusal is an answer too, any other error is a fault. */
    act: async (step: Step): Promise<{ refused: boolean }> => {
      if (step.does === 'pass') {
        house.pass(minutes(1 + step.other / 4))
        return { refused: false }
      }
      const [name, input, as] = callOf(step)
      const answer = await house.call(name, input, as).catch((reason: unknown) => {
        if (reason instanceof Refusal) return undefined
        throw reason
      })
      if (answer === undefined) return { refused: true }
      if (name === 'dispatch.claim') {
        const claimed = answer as { dispatchId: number; token: number }
        tokens.push({ dispatchId: claimed.dispatchId, token: claimed.token, agent: as ?? '' })
      }
      Object.assign(counts, await count(house))
      return { refused: false }
    },
  }
}

const count = (house: TestHouse) =>
  house.store.read(async tx => {
    const rows = await tx.db.selectFrom('counters').selectAll().execute()
    const of = (name: string): number => rows.find(row => row.name === name)?.value ?? 0
    return { briefs: of('brief'), dispatches: of('dispatch'), decisions: of('decision') }
  })

const broken = (house: TestHouse): Promise<string[]> =>
  house.store.read(tx => brokenInvariants(async text => (await sql.raw<{ id: number }>(text).execute(tx.db)).rows))

const endedAttempts = (house: TestHouse) =>
  house.store.read(async tx => {
    const rows = await tx.db
      .selectFrom('attempts')
      .selectAll()
      .where('ended_at', 'is not', null)
      .orderBy('id')
      .execute()
    return new Map(rows.map(row => [row.id, JSON.stringify(row)]))
  })

const newest = (house: TestHouse) =>
  house.store.read(async tx => (await tx.db.selectFrom('chain').select('seq').executeTakeFirstOrThrow()).seq)

/** What blocks each Brief, told by the store and worked out anew from the bare rows. */
const blocksTwice = (house: TestHouse) =>
  house.store.read(async tx => {
    const rows = await tx.db.selectFrom('briefs').select('id').execute()
    const briefs = await getBriefs(
      tx,
      rows.map(row => row.id),
    )
    const edges = await tx.db.selectFrom('dependencies').selectAll().orderBy('depends_on_id').execute()
    const decisions = await tx.db.selectFrom('decisions').selectAll().orderBy('id').execute()
    const told = []
    const worked = []
    for (const { id } of briefs) {
      told.push(await blocksOf(tx, id))
      const needed = edges
        .filter(each => each.brief_id === id)
        .flatMap(each => briefs.filter(brief => brief.id === each.depends_on_id))
      const asked = decisions.filter(each => each.brief_id === id && each.status === 'open' && each.blocking === 1)
      worked.push(
        blockReasons(
          needed.map(brief => ({ briefId: brief.id, title: brief.title, status: brief.status })),
          asked.map(each => ({ decisionId: each.id, header: each.header })),
        ),
      )
    }
    return { told, worked }
  })

it('whatever several actors do, in whatever order, the house stays consistent', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(history, async did => {
      const house = await openHouse('sqlite')
      try {
        const heard: number[] = []
        const watch = makeWatch(house.store)
        await watch.follow(0, {
          deliver: events => heard.push(...events.map(each => each.seq)),
          reset: () => undefined,
        })
        const actors = makeActors(house)
        let ended = await endedAttempts(house)
        for (const step of did) {
          const before = await newest(house)
          const { refused } = await actors.act(step)
          if (refused) expect(await newest(house)).toBe(before)
          expect(await broken(house)).toEqual([])
          const now = await endedAttempts(house)
          for (const [id, row] of ended) expect(now.get(id)).toBe(row)
          ended = now
        }
        expect(actors.tokens.map(each => each.token)).toEqual(
          [...new Set(actors.tokens.map(each => each.token))].toSorted((a, b) => a - b),
        )
        const { told, worked } = await blocksTwice(house)
        expect(told).toEqual(worked)
        expect(await house.store.read(tx => verifyChain(tx))).not.toHaveProperty('fault')
        const head = await newest(house)
        while (heard.length < head) await watch.nextCommit(20)
        expect(heard.slice(0, head)).toEqual(Array.from({ length: head }, (_, at) => at + 1))
        watch.close()
      } finally {
        await house.close()
      }
    }),
    { numRuns: 25 },
  )
})

it('whatever several actors do at the same moment, each dispatch has one holder and each event its place', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, async did => {
      const house = await openHouse('sqlite')
      try {
        const actors = makeActors(house)
        for (let at = 0; at < did.length; at += 6) {
          await Promise.all(did.slice(at, at + 6).map(step => actors.act(step)))
          expect(await broken(house)).toEqual([])
        }
        const given = actors.tokens.map(each => each.token)
        expect(new Set(given).size).toBe(given.length)
        expect(await house.store.read(tx => verifyChain(tx))).not.toHaveProperty('fault')
      } finally {
        await house.close()
      }
    }),
    { numRuns: 15 },
  )
})
