/** Says something to an open decision. */
import { newEvent } from '#domain/events/catalogue.ts'
import { Refusal } from '#domain/refusal.ts'
import { addPost, getDecision } from '#store/queries/decisions.ts'
import { commit, type Write } from '../work.ts'

export const discuss: Write<'decision.discuss'> = async (input, work) => {
  const decision = await getDecision(work.tx, input.decisionId)
  if (decision.status !== 'open')
    throw new Refusal('decision.closed', { decisionId: decision.id, status: decision.status })
  await addPost(work.tx, { decisionId: decision.id, actor: work.name, at: work.now, body: input.body })
  await commit(work, {
    events: [
      newEvent(
        'decision_discussed',
        decision.briefId,
        { decisionId: decision.id, body: input.body },
        decision.projectId,
      ),
    ],
  })
  return { decisionId: decision.id, next: 'Go on; it stays open until it is answered.' }
}
