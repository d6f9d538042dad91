/** Makes a Brief of what was filed, once. */
import { newEvent } from '#domain/events/catalogue.ts'
import { textOf } from '#domain/feedback.ts'
import { briefRef } from '#domain/ref.ts'
import { getFeedback } from '#store/queries/feedback.ts'
import { getProject, meantProject } from '#store/queries/projects.ts'
import { keepFeedback } from '#store/rows.ts'
import { captureInto } from '../brief/capture.ts'
import { commit, type Write } from '../work.ts'

export const promote: Write<'feedback.promote'> = async (input, work) => {
  const { feedbackId } = input
  const filed = await getFeedback(work.tx, feedbackId)
  if (filed.briefId !== null)
    return { feedbackId, briefId: filed.briefId, next: `It is ${briefRef(filed.briefId)} already.` }
  const { projectId } = filed
  const isElsewhere = input.project !== undefined || projectId === null
  const project = await (isElsewhere ? meantProject(work.tx, input.project) : getProject(work.tx, projectId))
  const text = textOf(filed)
  const brief = await captureInto(work, project, { text, settings: {}, origin: 'feedback' })
  await keepFeedback(work.tx, { ...filed, projectId: project.id, briefId: brief.id })
  await commit(work, { events: [newEvent('feedback_promoted', brief.id, { feedbackId, summary: filed.summary })] })
  return {
    feedbackId,
    briefId: brief.id,
    next: `Write the spec of ${briefRef(brief.id)} with brief.writeSpec {briefId: ${brief.id}, revision: 0}, or hand it over as it is.`,
  }
}
