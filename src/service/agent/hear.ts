/** Keeps what a run was heard to say: its context, its cost, its words; and what follows from them. */
import type { Parsed } from '#contract/catalogue.ts'
import { ceilingReached, spentSince } from '#domain/agent/budget.ts'
import type { Digest } from '#domain/agent/digest.ts'
import { costOf } from '#domain/agent/prices.ts'
import { marksOf, refreshStep } from '#domain/agent/refresh.ts'
import { type Run, tokensOf, type Usages, usdOf } from '#domain/agent/run.ts'
import { usageLimitEnds } from '#domain/dispatch.ts'
import { type NewEvent, newEvent } from '#domain/events/catalogue.ts'
import { briefRef } from '#domain/ref.ts'
import { dayIn } from '#domain/words/calendar.ts'
import { findHandoff, keepContext, keepSpending, spentOn } from '#store/queries/agents.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { askers, houseAsksOperator } from '../decision/house-asks.ts'
import { keepLease } from '../run/lease.ts'
import { keepQuestion } from '../run/permission.ts'
import { commit, type WriteWork } from '../work.ts'
import { enroll } from './enroll.ts'
import { policyFor } from './policy.ts'

type Heard = Extract<Parsed<'agent.settle'>['finding'], { what: 'heard' }>

export async function hear(work: WriteWork, run: Run, { heardTo, digest }: Heard): Promise<Run> {
  const usages = priced({ ...run.usages, ...digest.usages }, work.now)
  const told: Run = {
    ...run,
    ...defined(digest, ['state', 'session', 'model', 'contextTokens', 'contextWindow', 'lastWords']),
    ...(digest.limitUntil !== undefined && { limitUntil: usageLimitEnds(work.now, digest.limitUntil ?? undefined) }),
    usages,
    tokens: tokensOf(usages),
    usd: usdOf(usages),
    heardTo,
    activeAt: work.now,
  }
  const { contextTokens, lastWords } = told
  if (digest.contextTokens !== undefined) await keepContext(work.tx, run.id, work.now, digest.contextTokens)
  for (const spending of spentSince(run.usages, usages))
    await keepSpending(work.tx, run, dayIn(work.zone, work.now), spending)
  const missing = digest.toolsMissing ? [newEvent('tools_missing', run.briefId, named(run))] : []
  const { run: marked, events } = await refreshed(work, told)
  const after = await keepQuestion(work, run, await withinBudget(work, marked))
  await commit(work, { runs: [after], events: [...missing, ...events] })
  await enroll(work, run.projectId, run.actor, { contextTokens, lastWords })
  await keepLease(work, after)
  return after
}

const named = ({ id, actor, dispatchId }: Run) => ({ runId: id, agent: actor, dispatchId })

function defined<Key extends keyof Digest & keyof Run>(digest: Digest, keys: Key[]): Partial<Pick<Run, Key>> {
  return Object.fromEntries(keys.filter(key => digest[key] !== undefined).map(key => [key, digest[key]])) as Partial<
    Pick<Run, Key>
  >
}

/** The harness's own price, else that of the table; a model that neither knows costs nothing that we could tell. */
function priced(usages: Usages, now: string): Usages {
  return Object.fromEntries(
    Object.entries(usages).map(([model, usage]) => [
      model,
      { ...usage, usd: usage.usd ?? costOf(model, usage, new Date(now)) ?? null },
    ]),
  )
}

/** At the soft mark it is asked for its handoff; at the hard one, or once that is written, for a successor. */
async function refreshed(work: WriteWork, run: Run): Promise<{ run: Run; events: NewEvent[] }> {
  const { refreshAt } = await policyFor(work, run.projectId)
  const written =
    run.handoffAskedAt !== null &&
    (await findHandoff(work.tx, run.briefId, run.actor, run.handoffAskedAt)) !== undefined
  const step = refreshStep(run, marksOf(refreshAt, run.contextWindow), written)
  const contextTokens = run.contextTokens ?? 0
  if (step === 'ask_handoff')
    return {
      run: { ...run, handoffAskedAt: work.now },
      events: [newEvent('handoff_asked', run.briefId, { ...named(run), contextTokens })],
    }
  if (step === 'want_successor')
    return {
      run: { ...run, wantsSuccessor: true },
      events: [newEvent('successor_wanted', run.briefId, { ...named(run), contextTokens, handedOff: written })],
    }
  return { run, events: [] }
}

/** A hard stop: whoever reaches a ceiling is ended, and an operator is asked. */
async function withinBudget(work: WriteWork, run: Run): Promise<Run> {
  if (run.stop) return run
  const { budgets } = await policyFor(work, run.projectId)
  const brief = await getBrief(work.tx, run.briefId)
  const spent = await spentOn(work.tx, {
    briefId: run.briefId,
    projectId: run.projectId,
    day: dayIn(work.zone, work.now),
  })
  const note = ceilingReached(spent, { ...budgets, brief: brief.budget ?? budgets.brief })
  if (note === undefined) return run
  await commit(work, {
    events: [newEvent('agent_stop_asked', run.briefId, { ...named(run), reason: 'out_of_budget', note })],
  })
  await houseAsksOperator(work, {
    projectId: run.projectId,
    briefId: run.briefId,
    header: `${run.actor} was stopped at ${briefRef(run.briefId)}: ${note}. Raise it?`,
    body: 'Nobody is started for it until then. A Brief has its own budget (brief.configure {budget: {tokens, usd}}); the others are in `policy.budgets` of flower.yaml.',
    options: ['I raised it', 'Set it aside'],
    askedBy: askers.reconciler,
  })
  return { ...run, stop: { reason: 'out_of_budget', note, by: work.name, at: work.now } }
}
