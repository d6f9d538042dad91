import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plan } from '../work.ts'
import { openWorld, step, stepMs, type World } from './hour.ts'

const seed = Number(process.env.FLOWER_SEED ?? 4711)
const briefs = 200
const steps = 3_600_000 / stepMs

/** What must hold at any moment. */
async function invariants(world: World): Promise<string[]> {
  const broken: string[] = []
  const { caps } = await world.house.call('agent.list', {})
  for (const { running, most } of caps) if (running > most) broken.push(`${running} run, ${most} may`)
  const doubles = await world.house.store.read(tx =>
    tx.db
      .selectFrom('runs')
      .select(['worktree_id', ({ fn }) => fn.countAll<number>().as('many')])
      .where('status', '<>', 'ended')
      .where('token', 'is not', null)
      .groupBy('worktree_id')
      .having(({ fn }) => fn.countAll(), '>', 2)
      .execute(),
  )
  if (doubles.length > 0) broken.push(`more than a relieved one and its successor in w${doubles[0]?.worktree_id}`)
  return broken
}

/** Open Briefs of which the house can't say who acts next. */
async function inSilence({ house }: World): Promise<number[]> {
  const open = await house.store.read(tx =>
    tx.db.selectFrom('briefs').select('id').where('ended_at', 'is', null).execute(),
  )
  const silent: number[] = []
  for (const { id } of open) {
    const { who, why } = await house.call('brief.why', { briefId: id })
    if (!who || !why) silent.push(id)
  }
  return silent
}

describe(`an hour with ${briefs} Briefs and random faults (FLOWER_SEED=${seed})`, () => {
  let world: World
  beforeAll(async () => {
    // A small window, so that many are relieved.
    world = await openWorld(seed, { refreshAt: { tokens: 25_000 } })
    for (let at = 1; at <= briefs; at++) {
      const dependsOn = at > 10 && at % 5 === 0 ? [at - 7] : []
      await plan(world.house, `Bed ${at}`, {
        autoDispatch: true,
        dependsOn,
        review: at % 8 === 0,
        designLoop: at % 11 === 0,
      })
    }
  })
  afterAll(() => world.house.close())

  test('no cap is ever exceeded, and nothing is in silence', async () => {
    for (let at = 0; at < steps; at++) {
      await step(world)
      expect(await invariants(world)).toEqual([])
    }
    expect(await inSilence(world)).toEqual([])
    // Of everything that goes wrong something did.
    const outcomes = await world.house.store.read(tx =>
      tx.db.selectFrom('attempts').select('outcome').distinct().execute(),
    )
    expect(outcomes.map(each => each.outcome)).toEqual(
      expect.arrayContaining(['done', 'failed', 'released', 'relieved']),
    )
  })

  test('once nothing goes wrong any more all of it comes to an end, done once, and nobody is left', async () => {
    world.calm = true
    for (const one of world.living.values()) one.waitsForWords = false
    const left = () =>
      world.house.store.read(tx => tx.db.selectFrom('briefs').select('id').where('ended_at', 'is', null).execute())
    for (let at = 0; at < 12 * steps && (await left()).length > 0; at++) await step(world)
    expect(await left()).toEqual([])
    const completions = await world.house.store.read(tx =>
      tx.db.selectFrom('events').select('payload').where('type', '=', 'completed').execute(),
    )
    const dispatches = completions.map(each => (JSON.parse(each.payload) as { dispatchId: number }).dispatchId)
    expect(dispatches.length).toBe(new Set(dispatches).size)
    for (let at = 0; at < 30 && world.living.size > 0; at++) await step(world)
    expect(world.living.size).toBe(0)
    expect((await world.house.call('trace.verify')).ok).toBe(true)
  })
})
