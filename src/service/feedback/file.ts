/** Files what somebody noticed. Who works in no project's folder may still file: then it is about the house. */
import { newEvent } from '#domain/events/catalogue.ts'
import { filterProject } from '#store/queries/projects.ts'
import { keepFeedback } from '#store/rows.ts'
import { commit, type Write } from '../work.ts'

export const file: Write<'feedback.file'> = async (input, work) => {
  const { kind, summary, detail = '' } = input
  const projectId = (await filterProject(work.tx, input.project)) ?? null
  const id = work.tx.ledger.nextId('feedback')
  const filed = { id, projectId, kind, summary, detail, filedBy: work.name, filedAt: work.now, briefId: null }
  await keepFeedback(work.tx, filed)
  await commit(work, { events: [newEvent('feedback_filed', null, { feedbackId: id, kind, summary }, projectId)] })
  return {
    feedbackId: id,
    next: `Go on with your work. An operator makes a Brief of it with feedback.promote {feedbackId: ${id}}.`,
  }
}
