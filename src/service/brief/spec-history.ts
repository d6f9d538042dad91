/** The revisions of a spec, with what each added and took away. */

import { Refusal } from '#domain/refusal.ts'
import { countDiff, unifiedDiff } from '#domain/words/line-diff.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { specRevisions } from '#store/queries/keepsakes.ts'
import type { Read } from '../work.ts'

export const specHistory: Read<'brief.specHistory'> = async (input, work) => {
  const brief = await getBrief(work.tx, input.briefId)
  const revisions = await specRevisions(work.tx, brief.id)
  const before = (at: number): string => revisions[at + 1]?.spec ?? ''
  const items = revisions.map((each, at) => ({
    revision: each.revision,
    at: each.at,
    actor: each.actor,
    characters: each.spec.length,
    ...countDiff(before(at), each.spec),
  }))
  if (input.revision === undefined) return { items }
  const at = revisions.findIndex(each => each.revision === input.revision)
  const asked = revisions[at]
  if (!asked)
    throw new Refusal('input.invalid', {
      field: 'revision',
      problem: `#${brief.id} has no revision ${input.revision}; the newest is ${brief.revision}`,
    })
  return { items, spec: asked.spec, diff: unifiedDiff(before(at), asked.spec, { limit: 200_000 }) }
}
