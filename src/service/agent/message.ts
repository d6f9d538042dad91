/** Words for an agent. Whoever was never heard of is refused: nobody is guessed, and nobody started for it. */
import { newEvent } from '#domain/events/catalogue.ts'
import { commit, type Write } from '../work.ts'
import { findAgent } from './find.ts'

export const message: Write<'agent.message'> = async (input, work) => {
  const { project, actor, run } = await findAgent(work, input)
  const id = work.tx.ledger.nextId('message')
  const briefId = run && run.status !== 'ended' ? run.briefId : null
  await commit(work, {
    messages: [
      {
        id,
        projectId: project.id,
        toActor: actor,
        fromActor: work.name,
        body: input.body,
        at: work.now,
        deliveredAt: null,
      },
    ],
    events: [newEvent('agent_messaged', briefId, { to: actor, body: input.body }, project.id)],
  })
  const reads =
    run && run.status !== 'ended'
      ? 'with the answer of its next tool, or as soon as it waits for words'
      : 'when it checks in again'
  return { messageId: id, to: actor, next: `It reads it ${reads}.` }
}
