/** Whether flower starts an agent for a dispatch now, on a node; and if not, why. One answer for the runner, the claim and the page. */
import { ceilingReached } from '#domain/agent/budget.ts'
import { type AgentPolicy, harnessFor } from '#domain/agent/policy.ts'
import type { Run } from '#domain/agent/run.ts'
import type { Driver } from '#domain/agent/said.ts'
import { describeBlock } from '#domain/blocked.ts'
import { type Brief, isUnapproved } from '#domain/brief.ts'
import { type Dispatch, keptFor, later, waitsBecause } from '#domain/dispatch.ts'
import { failureRule } from '#domain/failure.ts'
import { dayIn } from '#domain/words/calendar.ts'
import { type Worktree, worktreeRef } from '#domain/worktree/worktree.ts'
import { liveRuns, newestRunOf, runsInLimit, spentOn } from '#store/queries/agents.ts'
import { blocksOf } from '#store/queries/briefs.ts'
import { openDecisionIds } from '#store/queries/decisions.ts'
import { attemptsOfBrief, getDispatch, spentAttempts } from '#store/queries/dispatches.ts'
import { findPause } from '#store/queries/settings.ts'
import { getWorktree } from '#store/queries/worktrees.ts'
import type { ReadWork } from '../work.ts'
import { policyFor } from './policy.ts'

export type Due =
  | { outcome: 'due'; harness: { name: string; driver: Driver }; worktree: Worktree; policy: AgentPolicy }
  | { outcome: 'not'; because: string; cure?: string }

type Waiting = Omit<Dispatch, 'packet'>
type WaitingBrief = Pick<Brief, 'id' | 'projectId' | 'budget' | 'needsApproval' | 'approvedAt'>

/** A node, and how many agents it may run at once. */
export type OnNode = { node: string; most: number }

/** Milliseconds before the next attempt after one, two, three that failed. */
const backoffMs = [5_000, 20_000, 120_000]

const not = (because: string, cure?: string): Due => ({ outcome: 'not', because, ...(cure !== undefined && { cure }) })

export async function whetherDue(work: ReadWork, dispatch: Waiting, brief: WaitingBrief, on: OnNode): Promise<Due> {
  const policy = await policyFor(work, dispatch.projectId)
  const harness = harnessFor(dispatch, policy)
  if (harness.outcome === 'nobody')
    return not(
      'it names no harness, and the project has none as its default',
      'Name one: agent.start {dispatchId, harness}; or claim it: dispatch.claim.',
    )
  if (harness.outcome === 'unknown')
    return not(
      `there is no harness ${harness.name} (known: ${harness.known.join(', ')})`,
      'Add it to `agents.harnesses` of flower.yaml and trust it, or name another.',
    )
  const program = policy.missing[harness.name]
  if (program !== undefined)
    return not(
      `there is no program ${program} on the PATH of this machine`,
      'Install it, or name another harness: agent.start {dispatchId, harness}.',
    )
  const still = (await whyStill(work, dispatch, brief)) ?? (await whyNoRoom(work, dispatch, policy, on, harness.name))
  if (still !== undefined) return not(still)
  const spent = ceilingReached(
    await spentOn(work.tx, { briefId: brief.id, projectId: brief.projectId, day: dayIn(work.zone, work.now) }),
    { ...policy.budgets, brief: brief.budget ?? policy.budgets.brief },
  )
  if (spent !== undefined)
    return not(spent, 'Raise it with brief.configure {budget}, or in `policy.budgets` of flower.yaml.')
  if (dispatch.worktreeId === null) return not('it has no worktree yet')
  const worktree = await getWorktree(work.tx, dispatch.worktreeId)
  if (worktree.status !== 'ready' || worktree.errand)
    return not(`${worktreeRef(worktree.id)} is ${worktree.status}${worktree.reason ? ` (${worktree.reason})` : ''}`)
  if (worktree.node !== on.node) return not(`${worktreeRef(worktree.id)} is on another node`)
  return { outcome: 'due', harness: { name: harness.name, driver: harness.driver }, worktree, policy }
}

/** What holds up any claim of it, whoever makes it. */
async function whyStill(work: ReadWork, dispatch: Waiting, brief: WaitingBrief): Promise<string | undefined> {
  if (dispatch.status !== 'queued') return `it is ${dispatch.status}`
  const pause = await findPause(work.tx)
  if (pause) return `flower is paused since ${pause.since}`
  const waits = waitsBecause(dispatch, { now: work.now, openDecisions: await openDecisionIds(work.tx, brief.id) })
  if (waits) return `it waits ${waits}`
  const blocks = await blocksOf(work.tx, brief.id)
  if (blocks.length > 0) return `the Brief is blocked: ${blocks.map(describeBlock).join(', ')}`
  if (isUnapproved(brief)) return "the Brief waits for an operator's approval"
  const kept = keptFor(dispatch, work.now)
  // One of our own is started again, so nobody has to be waited for.
  if (kept && !(await newestRunOf(work.tx, dispatch.projectId, kept.agent)))
    return `it is kept for ${kept.agent} until ${kept.until}`
  return whyLater(work, dispatch)
}

async function whyLater(work: ReadWork, dispatch: Waiting): Promise<string | undefined> {
  if (dispatch.reason === null || failureRule(dispatch.reason).retry !== 'counted') return undefined
  const spent = await spentAttempts(work.tx, dispatch.briefId, dispatch.leg)
  const pause = backoffMs[Math.min(spent, backoffMs.length) - 1]
  if (pause === undefined) return undefined
  const until = later(dispatch.movedAt, pause)
  if (work.now >= until) return undefined
  const [last] = await attemptsOfBrief(work.tx, dispatch.briefId)
  const how = last?.note ? `: ${firstLine(last.note)}` : ''
  return `it failed (${dispatch.reason}${how}), and is tried again at ${until}`
}

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').slice(0, 160).toWellFormed()

async function whyNoRoom(
  work: ReadWork,
  { projectId, worktreeId }: Waiting,
  { maxConcurrent }: AgentPolicy,
  { node, most }: OnNode,
  harness: string,
): Promise<string | undefined> {
  const working = await workingRuns(work)
  // Two never work in one folder, not even one that says its last words.
  const there = working.find(each => each.worktreeId === worktreeId)
  if (there) return `${there.actor} has not ended in ${worktreeRef(there.worktreeId)} yet`
  const inProject = working.filter(each => each.projectId === projectId).length
  if (inProject >= maxConcurrent) return `${inProject} of ${maxConcurrent} agents of the project are at work`
  const onNode = working.filter(each => each.node === node).length
  if (onNode >= most) return `${onNode} of ${most} agents of this machine are at work`
  const limited = (await runsInLimit(work.tx, work.now, node)).find(each => each.harness === harness)
  return limited ? `the provider of ${harness} lets nobody go on until ${limited.limitUntil}` : undefined
}

/** Those that take a place: whoever stands by to relieve another, and whoever was relieved, shares it with the other. */
export async function workingRuns(work: ReadWork): Promise<Run[]> {
  const working: Run[] = []
  for (const run of await liveRuns(work.tx)) {
    if (run.token === null) continue
    const { token } = await getDispatch(work.tx, run.dispatchId)
    if (token === null || token === run.token) working.push(run)
  }
  return working
}

/** Why no agent is started for what is queued; undefined where flower starts none, and `due` where it is about to. */
export async function whyNotStarted(
  work: ReadWork,
  dispatch: Waiting,
  brief: WaitingBrief,
): Promise<string | undefined> {
  if (dispatch.status !== 'queued') return undefined
  if (harnessFor(dispatch, await policyFor(work, dispatch.projectId)).outcome === 'nobody') return undefined
  const { node } = dispatch.worktreeId === null ? { node: '' } : await getWorktree(work.tx, dispatch.worktreeId)
  // How many this machine may run only its runner knows.
  const due = await whetherDue(work, dispatch, brief, { node, most: Number.MAX_SAFE_INTEGER })
  return due.outcome === 'due' ? 'an agent is about to be started for it' : due.because
}
