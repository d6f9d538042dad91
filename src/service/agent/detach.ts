/** A terminal was closed: the session goes back into the queue with its dispatch, and its agent goes on with it. */
import { newEvent } from '#domain/events/catalogue.ts'
import { commit, type Write } from '../work.ts'
import { unfit } from './attach.ts'
import { findRunning } from './find.ts'
import { end } from './settle.ts'

export const detach: Write<'agent.detach'> = async (input, work) => {
  const run = await findRunning(work, input)
  if (run.state !== 'attached') throw unfit(run, 'it is in no terminal')
  const { id: runId, actor: agent, dispatchId } = run
  await commit(work, { events: [newEvent('agent_detached', run.briefId, { runId, agent, dispatchId })] })
  await end(work, run, { what: 'ended', exitCode: null, signal: null, commits: 0, dirty: 0 })
  return { runId, dispatchId, next: `flower starts it again with the same session, unless its work is over.` }
}
