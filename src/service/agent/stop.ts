/** Ends an agent that flower runs. Its hand-over is cancelled, so that it isn't started again at once; its work stays. */
import { newEvent } from '#domain/events/catalogue.ts'
import { cancelDispatch } from '#domain/handover.ts'
import { briefRef } from '#domain/ref.ts'
import { isHeld } from '#domain/status.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { findLiveAttempt, getDispatch } from '#store/queries/dispatches.ts'
import { commit, type Write } from '../work.ts'
import { findRunning } from './find.ts'

export const stop: Write<'agent.stop'> = async (input, work) => {
  const run = await findRunning(work, input)
  const { id: runId, actor: agent, dispatchId, briefId } = run
  const wish = { reason: 'cancelled' as const, note: input.note, by: work.name, at: work.now }
  await commit(work, {
    runs: [{ ...run, stop: run.stop === null || run.stop.reason === 'attached' ? wish : run.stop }],
    events: [
      newEvent('agent_stop_asked', briefId, { runId, agent, dispatchId, reason: 'cancelled', note: input.note }),
    ],
  })
  const dispatch = await getDispatch(work.tx, dispatchId)
  if (isHeld(dispatch.status) && run.token === dispatch.token) {
    const attempt = await findLiveAttempt(work.tx, dispatchId)
    const brief = await getBrief(work.tx, briefId)
    await commit(work, cancelDispatch(brief, dispatch, attempt, { note: input.note, actor: work.actor, now: work.now }))
  }
  const next = `Its processes are ended now; what it did lies in its worktree. Hand ${briefRef(briefId)} over again with brief.dispatch {briefId: ${briefId}}.`
  return { runId, dispatchId, next }
}
