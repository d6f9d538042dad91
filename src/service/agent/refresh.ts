/** Asks for a successor: it stands by, reads, takes the lease over, and the one before it ends. */
import { newEvent } from '#domain/events/catalogue.ts'
import { Refusal } from '#domain/refusal.ts'
import { commit, type Write } from '../work.ts'
import { findRunning } from './find.ts'

export const refresh: Write<'agent.refresh'> = async ({ agent, project }, work) => {
  const named = agent ?? (work.scope ? `r${work.scope.runId}` : work.name)
  const run = await findRunning(work, { agent: named, project })
  if (work.scope && run.id !== work.scope.runId)
    throw new Refusal('run.not_yours', {
      operation: 'agent.refresh',
      yours: `r${work.scope.runId}`,
      asked: `r${run.id}`,
    })
  if (run.token === null)
    throw new Refusal('agent.not_running', { agent: run.actor, because: 'it stands by to relieve another' })
  const { id: runId, actor, dispatchId } = run
  if (run.wantsSuccessor) return { runId, next: `${actor} is about to be relieved already.` }
  await commit(work, {
    // From now on what it writes down for its Brief is its handoff.
    runs: [{ ...run, wantsSuccessor: true, handoffAskedAt: run.handoffAskedAt ?? run.startedAt ?? work.now }],
    events: [
      newEvent('successor_wanted', run.briefId, {
        runId,
        agent: actor,
        dispatchId,
        contextTokens: run.contextTokens ?? undefined,
        handedOff: false,
      }),
    ],
  })
  return {
    runId,
    next: `A fresh agent is started beside ${actor} and takes over as soon as it has read; ${actor} ends then.`,
  }
}
