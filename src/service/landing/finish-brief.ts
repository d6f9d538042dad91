/** Completes a Brief whose work is in MAIN and that nothing keeps open: no open decision, child, hand-over or review. */
import { setStatus } from '#domain/brief.ts'
import { Refusal } from '#domain/refusal.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { standingOf } from '../brief/set-status.ts'
import { tellDependents } from '../brief/tell-dependents.ts'
import { commit, type WriteWork } from '../work.ts'

/** False when something does. */
export async function finishBrief(work: WriteWork, briefId: number): Promise<boolean> {
  const brief = await getBrief(work.tx, briefId)
  if (brief.status === 'complete') return false
  const context = { actor: work.actor, now: work.now, reason: 'it is in MAIN' }
  try {
    await commit(work, setStatus(brief, 'complete', await standingOf(work, briefId), context))
  } catch (reason) {
    if (reason instanceof Refusal && reason.code === 'brief.status_kept') return false
    throw reason
  }
  await tellDependents(work, brief, 'complete')
  return true
}
