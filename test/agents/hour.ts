/**
 * An hour of a busy house on a virtual clock: the real operations, and a runner and agents that are played. What the agents do
 * and what goes wrong is drawn from a seed.
 */
import type { Input, OperationName, Output } from '#contract/catalogue.ts'
import { readActor, system } from '#domain/actor.ts'
import type { AgentPolicy } from '#domain/agent/policy.ts'
import { usualPolicy } from '#domain/agent/policy.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Chance, chanceFrom } from '../crash/chance.ts'
import { openHouse, type TestHouse } from '../house.ts'
import { makeWorktreeReady } from '../work.ts'

const node = 'node-1'
export const stepMs = 20_000
const most = 12

type Begun = Output<'agent.begin'>

/** A program that lives on the played machine. */
export type Living = {
  begun: Begun
  /** Its fencing number as it knows it. */
  token: number | null
  context: number
  /** It hears and says nothing any more. */
  hangs: boolean
  waitsForWords: boolean
}

export type World = {
  house: TestHouse
  chance: Chance
  living: Map<number, Living>
  policy: AgentPolicy
  /** Work that was refused because somebody else holds it by now. */
  late: number
  /** Nothing goes wrong any more, so that what is left comes to an end. */
  calm: boolean
}

export async function openWorld(seed: number, policy: Partial<AgentPolicy>): Promise<World> {
  const house = await openHouse('sqlite')
  const whole: AgentPolicy = { ...usualPolicy, hash: 'h', default: 'claude', maxConcurrent: 8, ...policy }
  const world: World = { house, chance: chanceFrom(seed), living: new Map(), policy: whole, late: 0, calm: false }
  await asHouse(world, 'agent.policy', { projectId: 1, policy: whole })
  return world
}

export const asHouse = <Name extends OperationName>(
  { house }: World,
  name: Name,
  input: Input<Name>,
): Promise<Output<Name>> => house.execute(name, input, { actor: system('runner'), role: 'system' })

/** As the agent itself, with its run's own token. */
function asAgent<Name extends OperationName>(
  { house }: World,
  { begun }: Living,
  name: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  const { id: runId, briefId, dispatchId, role, actor: text } = begun.run
  const actor = readActor(text)
  if (!actor) throw new Error(`${text} is no actor`)
  return house.execute(name, input, { actor, role, scope: { runId, briefId, dispatchId } })
}

/** Twenty seconds: people, agents, what goes wrong, and then the house's own turn. */
export async function step(world: World): Promise<void> {
  world.house.pass(stepMs)
  const turn = world.chance.below(2) === 0 ? [...world.living.values()] : [...world.living.values()].reverse()
  for (const one of turn) await act(world, one)
  if (!world.calm && world.chance.below(60) === 0) await powerFails(world)
  await people(world)
  await asHouse(world, 'dispatch.reconcile', { wasAway: false })
  await turnRunner(world)
}

async function turnRunner(world: World): Promise<void> {
  const { items } = await asHouse(world, 'worktree.errands', { node })
  for (const { worktree } of items) if (worktree.errand) await makeReady(world, worktree)
  const { starts, runs } = await asHouse(world, 'agent.errands', { node, most })
  for (const { run, order } of runs) {
    const one = world.living.get(run.id)
    if (!one) await ended(world, run.id, { lost: true })
    else if (order?.do === 'end' || order?.do === 'finish') await ended(world, run.id, { exitCode: 0 })
    else if (order?.do === 'send') {
      one.waitsForWords = false
      await asHouse(world, 'agent.settle', { runId: run.id, finding: { what: 'obeyed', order } })
    } else await asHouse(world, 'agent.settle', { runId: run.id, finding: { what: 'alive' } })
  }
  for (const start of starts) await begin(world, start)
}

async function makeReady(
  { house }: World,
  worktree: Output<'worktree.errands'>['items'][number]['worktree'],
): Promise<void> {
  if (worktree.errand === 'create') return void (await makeWorktreeReady(house, worktree.id))
  const { standing } = worktree
  if (worktree.errand !== 'prepare' || !standing) throw new Error(`nobody plays ${worktree.errand}`)
  const finding = {
    what: 'prepared' as const,
    fingerprint: 'f1',
    ports: {},
    warnings: [],
    standing: { ...standing, at: house.now() },
  }
  await house.call('worktree.settle', { worktreeId: worktree.id, finding }, 'system:runner', 'system')
}

async function begin(world: World, start: { dispatchId: number; relieves?: number | undefined }): Promise<void> {
  const begun = await asHouse(world, 'agent.begin', { ...start, node, most }).catch(refusedOnly)
  if (!begun) return
  const fails = !world.calm && world.chance.below(40) === 0
  if (fails)
    return void (await asHouse(world, 'agent.settle', {
      runId: begun.run.id,
      finding: { what: 'not_launched', because: 'no memory' },
    }))
  world.living.set(begun.run.id, { begun, token: begun.run.token, context: 10_000, hangs: false, waitsForWords: false })
  await asHouse(world, 'agent.settle', { runId: begun.run.id, finding: { what: 'launched' } })
}

const refusedOnly = (reason: unknown): undefined => {
  if (!(reason instanceof Refusal)) throw reason
}

type How = { exitCode?: number; signal?: string; commits?: number; lost?: boolean }

async function ended(world: World, runId: number, { exitCode, signal, commits, lost }: How): Promise<void> {
  world.living.delete(runId)
  const finding = {
    what: 'ended' as const,
    exitCode: exitCode ?? null,
    signal: signal ?? null,
    commits: commits ?? 0,
    dirty: 0,
    ...(lost && { lost }),
  }
  await asHouse(world, 'agent.settle', { runId, finding })
}

const heard = async (world: World, one: Living, digest: object): Promise<void> =>
  void (await asHouse(world, 'agent.settle', {
    runId: one.begun.run.id,
    finding: { what: 'heard', heardTo: 1, digest },
  }))

/** What one agent does in twenty seconds. */
async function act(world: World, one: Living): Promise<void> {
  if (one.hangs || one.waitsForWords) return
  if (one.token === null) return standBy(world, one)
  const { chance, calm } = world
  const roll = chance.below(100)
  one.context += 4_000 + chance.below(6_000)
  const usages = {
    'sonnet-played': { input: one.context, cacheRead: 0, cacheWrite: 0, output: 1_000, usd: one.context / 1e6 },
  }
  await heard(world, one, {
    session: `s${one.begun.run.id}`,
    state: 'working',
    contextTokens: one.context,
    contextWindow: 200_000,
    usages,
    lastWords: 'I work.',
  })
  if (calm || roll < 60) return roll % 4 === 0 ? finish(world, one) : undefined
  if (roll < 80) return finish(world, one)
  if (roll < 84) return ended(world, one.begun.run.id, { exitCode: 0 })
  if (roll < 88) return ended(world, one.begun.run.id, { signal: 'SIGKILL', commits: 1 })
  if (roll < 90)
    return heard(world, one, {
      state: 'limit',
      limitUntil: new Date(Date.parse(world.house.now()) + 300_000).toISOString(),
    })
  if (roll < 93) return ask(world, one)
  if (roll < 95) return void (one.hangs = true)
  if (roll < 97) return void world.living.delete(one.begun.run.id)
  one.waitsForWords = true
  await heard(world, one, { state: 'input' })
}

/** It takes the lease over with its first claim; a few never come up. */
async function standBy(world: World, one: Living): Promise<void> {
  if (!world.calm && world.chance.below(10) === 0) return void (one.hangs = true)
  const { dispatchId } = one.begun.run
  const claimed = await asAgent(world, one, 'dispatch.claim', { dispatchId }).catch(refusedOnly)
  one.token = claimed?.token ?? null
}

async function finish(world: World, one: Living): Promise<void> {
  const { token } = one
  const { dispatchId } = one.begun.run
  if (token === null) return
  const changes = !world.calm && world.chance.below(4) === 0
  const done =
    one.begun.leg === 'review'
      ? asAgent(world, one, 'review.verdict', {
          dispatchId,
          token,
          verdict: changes ? 'changes' : 'pass',
          body: 'Looked.',
        })
      : asAgent(world, one, 'dispatch.complete', { dispatchId, token, summary: 'Done.' })
  await done.catch((reason: unknown) => {
    if (!(reason instanceof Refusal) || reason.code !== 'dispatch.stale_token') throw reason
    world.late += 1
  })
}

async function ask(world: World, one: Living): Promise<void> {
  const { briefId, dispatchId } = one.begun.run
  const { token } = one
  if (token === null) return
  await asAgent(world, one, 'decision.ask', { briefId, header: 'Which way?', blocking: true })
  await asAgent(world, one, 'dispatch.release', { dispatchId, token, reason: 'needs_decision' }).catch(refusedOnly)
}

/** Every process of the machine is gone at once, flower's too. */
async function powerFails(world: World): Promise<void> {
  world.living.clear()
  await asHouse(world, 'dispatch.reconcile', { wasAway: true })
}

/** An operator answers in time, and completes what the queue would have landed. */
async function people(world: World): Promise<void> {
  const { house, chance, calm } = world
  const { items } = await house.call('recall.decisions', { status: 'open', limit: 200 })
  for (const { id, options } of items) {
    if (!calm && chance.below(6) !== 0) continue
    const again = options.find(each => each.label === 'Hand it over again')
    await house
      .call('decision.answer', { decisionId: id, answer: 'Go on.', ...(again && { option: again.label }) })
      .catch(refusedOnly)
  }
  const live = house.store.read(tx =>
    tx.db.selectFrom('dispatches').select('brief_id').where('ended_at', 'is', null).execute(),
  )
  const worked = new Set((await live).map(each => each.brief_id))
  const reviewed = await house.store.read(tx =>
    tx.db.selectFrom('briefs').select('id').where('status', '=', 'in_review').execute(),
  )
  const waiting = reviewed.filter(each => !worked.has(each.id))
  for (const { id } of waiting)
    await house.call('brief.setStatus', { briefId: id, status: 'complete' }).catch(refusedOnly)
}
