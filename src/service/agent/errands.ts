/** What a node's runner has to do about agents: whom to start, and what is asked of those that run. */
import type { Output } from '#contract/catalogue.ts'
import { isHeld } from '#domain/status.ts'
import { liveRunsOn } from '#store/queries/agents.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { claimableIds, claimablePage, getDispatch } from '#store/queries/dispatches.ts'
import { getWorktree } from '#store/queries/worktrees.ts'
import { projectPlace } from '../project/place.ts'
import { orderOf } from '../run/orders.ts'
import type { Read, ReadWork } from '../work.ts'
import { type OnNode, whetherDue, workingRuns } from './due.ts'

type Errands = Output<'agent.errands'>

export const errands: Read<'agent.errands'> = async (input, work) => {
  const runs: Errands['runs'] = []
  for (const run of await liveRunsOn(work.tx, input.node)) {
    const worktree = await getWorktree(work.tx, run.worktreeId)
    runs.push({ run, project: await projectPlace(work, run.projectId), worktree, order: await orderOf(work, run) })
  }
  return { starts: [...(await successors(work, runs)), ...(await firsts(work, input))], runs }
}

/** Those who are to be relieved and for whom nobody stands by yet. */
async function successors(work: ReadWork, runs: Errands['runs']): Promise<Errands['starts']> {
  const relieved = new Set(runs.map(each => each.run.relieves))
  const starts: Errands['starts'] = []
  for (const { run } of runs) {
    if (!run.wantsSuccessor || relieved.has(run.id)) continue
    const dispatch = await getDispatch(work.tx, run.dispatchId)
    if (isHeld(dispatch.status) && dispatch.token === run.token)
      starts.push({ dispatchId: dispatch.id, relieves: run.id })
  }
  return starts
}

/** By priority, then age; no more than there is room for, so that a turn costs little while the house is full. */
async function firsts(work: ReadWork, on: OnNode): Promise<Errands['starts']> {
  const working = await workingRuns(work)
  const room = on.most - working.filter(each => each.node === on.node).length
  const starts: Errands['starts'] = []
  for (let skip = 0; starts.length < room; skip += claimablePage) {
    const ids = await claimableIds(work.tx, { now: work.now, skip })
    for (const dispatchId of ids) {
      if (starts.length >= room) break
      const dispatch = await getDispatch(work.tx, dispatchId)
      const due = await whetherDue(work, dispatch, await getBrief(work.tx, dispatch.briefId), on)
      if (due.outcome === 'due') starts.push({ dispatchId })
    }
    if (ids.length < claimablePage) break
  }
  return starts
}
