/** What follows the end of a decision: its set is released, its Brief may be free, search finds the answer. */
import { type Decision, endDecision } from '#domain/decision.ts'
import { newEvent } from '#domain/events/catalogue.ts'
import { decisionRef } from '#domain/ref.ts'
import { blocksOf } from '#store/queries/briefs.ts'
import { decisionGroup } from '#store/queries/decisions.ts'
import { indexText } from '#store/queries/documents.ts'
import { commit, type WriteWork } from '../work.ts'

type Ending = { status: 'answered' | 'withdrawn'; answer: string | null; option: string | null }

export async function end(work: WriteWork, decision: Decision, ending: Ending) {
  const change = endDecision(decision, await decisionGroup(work.tx, decision), {
    ...ending,
    by: work.name,
    now: work.now,
  })
  await commit(work, change)
  const { id, briefId, projectId, header } = decision
  const body = [decision.body, ending.option, ending.answer].filter(Boolean).join('\n')
  indexText(work.tx, { kind: 'decision', refId: id, briefId, projectId, title: header, body, at: work.now }, 'changed')
  if (briefId !== null && decision.blocking && (await blocksOf(work.tx, briefId)).length === 0) {
    await commit(work, { events: [newEvent('unblocked', briefId, { by: decisionRef(id) })] })
  }
  const released = (change.decisions ?? []).filter(each => each.releasedAt === work.now).map(each => each.id)
  const next =
    released.length > 0
      ? `Released: ${released.map(decisionRef).join(', ')}.`
      : 'Its set is released when the last open one is answered or withdrawn.'
  return { decisionId: id, released, next }
}
