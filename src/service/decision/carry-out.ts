/** What an answer to a question of the house itself brings about. */
import { assertDispatchable } from '#domain/brief.ts'
import type { Decision } from '#domain/decision.ts'
import { Refusal } from '#domain/refusal.ts'
import { blocksOf, getBrief } from '#store/queries/briefs.ts'
import { apart } from '#store/writer.ts'
import { legThatIsDue } from '../brief/leg-that-is-due.ts'
import { queueLeg } from '../dispatch/queue-leg.ts'
import type { WriteWork } from '../work.ts'
import { houseAnswers, isHouse } from './house-asks.ts'

/** Undefined when the answer starts nothing by itself, else what it has started or why it could not. */
export async function carryOut(
  work: WriteWork,
  decision: Decision,
  option: string | null,
): Promise<string | undefined> {
  if (!isHouse(decision.askedBy) || option !== houseAnswers.again || decision.briefId === null) return undefined
  const brief = await getBrief(work.tx, decision.briefId)
  try {
    assertDispatchable(brief, await blocksOf(work.tx, brief.id))
    const leg = await legThatIsDue(work, brief)
    const { id } = await apart(work.tx, () => queueLeg(work, brief, { leg }))
    return `d${id} (${leg}) is queued.`
  } catch (reason) {
    if (reason instanceof Refusal) return `${reason.message} ${reason.next}`
    throw reason
  }
}
