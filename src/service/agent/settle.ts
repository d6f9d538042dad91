/** Keeps what the runner found out about a run, and answers what is asked of it now. */
import type { Output, Parsed } from '#contract/catalogue.ts'
import { type Actor, readActor } from '#domain/actor.ts'
import { outcomeOf } from '#domain/agent/ending.ts'
import { silentMs } from '#domain/agent/roster.ts'
import type { Run, StopWish } from '#domain/agent/run.ts'
import { later } from '#domain/dispatch.ts'
import { newEvent } from '#domain/events/catalogue.ts'
import { giveUp } from '#domain/handover.ts'
import { isHeld } from '#domain/status.ts'
import { hasEnded, worktreeRef } from '#domain/worktree/worktree.ts'
import { getRun, markDelivered, revokeTokensOf } from '#store/queries/agents.ts'
import { countOpenDecisions } from '#store/queries/decisions.ts'
import { getDispatch } from '#store/queries/dispatches.ts'
import { getWorktree } from '#store/queries/worktrees.ts'
import { complete } from '../dispatch/complete.ts'
import { settle as settleAttempt } from '../dispatch/give-up.ts'
import { getHeld } from '../dispatch/held.ts'
import { keepLease } from '../run/lease.ts'
import { orderOf } from '../run/orders.ts'
import { keepQuestion } from '../run/permission.ts'
import { commit, type Write, type WriteWork } from '../work.ts'
import { enroll } from './enroll.ts'
import { hear } from './hear.ts'

type Finding = Parsed<'agent.settle'>['finding']
type Ended = Extract<Finding, { what: 'ended' }>

/** Milliseconds of silence after which a run that is said to work is ended: it hangs. */
const hungMs = 6 * silentMs

export const settle: Write<'agent.settle'> = async (input, work): Promise<Output<'agent.settle'>> => {
  const run = await getRun(work.tx, input.runId)
  if (run.endedAt !== null) return { run }
  if (run.state === 'attached' && input.finding.what !== 'ended') return { run }
  const after = await keep(work, run, input.finding)
  return { run: after, order: await orderOf(work, after) }
}

async function keep(work: WriteWork, run: Run, finding: Finding): Promise<Run> {
  switch (finding.what) {
    case 'launched':
      return launched(work, run)
    case 'not_launched':
      return end(
        work,
        { ...run, lastWords: finding.because },
        { what: 'ended', exitCode: null, signal: null, commits: 0, dirty: 0 },
      )
    case 'heard':
      return hear(work, run, finding)
    case 'alive':
      return alive(work, run)
    case 'obeyed':
      return obeyed(work, run, finding.order)
    case 'ended':
      return ended(work, run, finding)
  }
}

/** Whoever is taken into a terminal keeps its lease; everybody else's attempt is over. */
async function ended(work: WriteWork, run: Run, finding: Ended): Promise<Run> {
  const isTaken = run.stop?.reason === 'attached' && run.state !== 'attached' && (await holds(work, run))
  if (!isTaken) return end(work, run, finding)
  const after = await keepQuestion(work, run, { ...run, state: 'attached', activeAt: work.now })
  await commit(work, { runs: [after], events: [] })
  await revokeTokensOf(work.tx, run.id, work.now)
  await keepLease(work, after)
  return after
}

async function holds(work: WriteWork, run: Run): Promise<boolean> {
  const { status, token } = await getDispatch(work.tx, run.dispatchId)
  return isHeld(status) && token === run.token
}

async function launched(work: WriteWork, run: Run): Promise<Run> {
  const after: Run = { ...run, status: 'running', startedAt: work.now, activeAt: work.now }
  await commit(work, { runs: [after], events: [] })
  await keepLease(work, after)
  return after
}

/** The runner sees the process, so a long command of its agent costs no lease; unless there is no sense in its going on. */
async function alive(work: WriteWork, run: Run): Promise<Run> {
  const wish = run.stop === null ? await whyEnd(work, run) : undefined
  if (wish === undefined) {
    await keepLease(work, run)
    return run
  }
  const after: Run = { ...run, stop: { ...wish, by: work.name, at: work.now } }
  const { id: runId, actor: agent, dispatchId } = run
  const event = newEvent('agent_stop_asked', run.briefId, { runId, agent, dispatchId, ...wish })
  await commit(work, { runs: [after], events: [event] })
  return after
}

/** One that hangs for an hour, and one whose folder was taken away from under it. */
async function whyEnd(work: WriteWork, run: Run): Promise<Pick<StopWish, 'reason' | 'note'> | undefined> {
  const worktree = await getWorktree(work.tx, run.worktreeId)
  if (hasEnded(worktree)) return { reason: 'lost', note: `${worktreeRef(worktree.id)} is ${worktree.status}.` }
  const hangs = run.state === 'working' && run.activeAt < later(work.now, -hungMs)
  return hangs ? { reason: 'timeout', note: `It said nothing since ${run.activeAt}.` } : undefined
}

async function obeyed(work: WriteWork, run: Run, order: Extract<Finding, { what: 'obeyed' }>['order']): Promise<Run> {
  if (order.do !== 'send' && order.do !== 'answer') return run
  if (order.do === 'send' && order.through !== undefined)
    await markDelivered(work.tx, run.actor, order.through, work.now)
  const reminded = run.reminded + (order.do === 'send' && order.reminds ? 1 : 0)
  const after: Run = { ...run, state: 'working', asks: null, reminded, activeAt: work.now }
  await commit(work, { runs: [after], events: [] })
  return after
}

export async function end(work: WriteWork, run: Run, finding: Ended): Promise<Run> {
  const how = finding.lost
    ? 'nothing of it was found'
    : run.state === 'attached'
      ? 'its terminal was closed'
      : finding.signal
        ? `ended by ${finding.signal}`
        : finding.exitCode === null
          ? 'did not start'
          : `exit code ${finding.exitCode}`
  const after: Run = {
    ...run,
    status: 'ended',
    endedAt: work.now,
    exitCode: finding.exitCode,
    signal: finding.signal,
    reason: how,
  }
  const { id: runId, actor: agent, dispatchId, tokens, usd } = run
  const event = newEvent('agent_ended', run.briefId, { runId, agent, dispatchId, how, tokens, usd })
  await commit(work, { runs: [after], events: [event] })
  await revokeTokensOf(work.tx, run.id, work.now)
  await enroll(work, run.projectId, run.actor, { lastWords: run.lastWords, goneAt: work.now })
  await endAttempt(work, after, finding)
  return after
}

/** Only when it still holds what it was started for: whoever completed or gave back has nothing left to settle. */
async function endAttempt(work: WriteWork, run: Run, finding: Ended): Promise<void> {
  const dispatch = await getDispatch(work.tx, run.dispatchId)
  const { token } = run
  if (token === null || !isHeld(dispatch.status) || dispatch.token !== token) return
  const asAgent: WriteWork = { ...work, actor: actorOf(run), name: run.actor }
  const outcome = finding.lost
    ? ({ is: 'given_up', reason: 'lost', note: 'Its process was gone when flower came back.' } as const)
    : outcomeOf(run, finding)
  if (outcome.is === 'done' && dispatch.leg !== 'review') {
    await complete({ dispatchId: dispatch.id, token, summary: outcome.summary }, asAgent)
    return
  }
  const { brief, attempt } = await getHeld(asAgent, dispatch.id, token)
  const given = outcome.is === 'done' ? { reason: 'no_work' as const, note: 'It gave no verdict.' } : outcome
  const change = giveUp(brief, dispatch, attempt, {
    token,
    ...given,
    outcome: 'failed',
    openDecisions: await countOpenDecisions(work.tx, brief.id),
    actor: asAgent.actor,
    now: work.now,
  })
  await settleAttempt(work, brief, change)
}

function actorOf({ actor }: Run): Actor {
  const read = readActor(actor)
  if (!read) throw new Error(`${actor} is no actor`)
  return read
}
