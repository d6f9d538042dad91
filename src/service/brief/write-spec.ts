/** Writes the spec from the revision that its writer read, so that two writers can't overwrite each other. */
import { newEvent } from '#domain/events/catalogue.ts'
import { Refusal } from '#domain/refusal.ts'
import { countDiff, unifiedDiff } from '#domain/words/line-diff.ts'
import { getBrief, keepSpecRevision } from '#store/queries/briefs.ts'
import { specRevision } from '#store/queries/keepsakes.ts'
import { commit, type Write } from '../work.ts'

export const writeSpec: Write<'brief.writeSpec'> = async (input, work) => {
  const brief = await getBrief(work.tx, input.briefId)
  const next = `Set it to planned with brief.setStatus {briefId: ${brief.id}, status: "planned"} when it can be built from this spec.`
  if (brief.spec === input.spec && brief.revision > 0) return { briefId: brief.id, revision: brief.revision, next }
  if (brief.revision !== input.revision) {
    const yours = await specRevision(work.tx, brief.id, input.revision)
    throw new Refusal('spec.changed', {
      briefId: brief.id,
      revision: brief.revision,
      yours: input.revision,
      diff: unifiedDiff(yours?.spec ?? '', brief.spec),
      spec: brief.spec.length <= 100_000 ? brief.spec : undefined,
    })
  }
  const revision = brief.revision + 1
  const written = {
    ...brief,
    spec: input.spec,
    revision,
    status: brief.status === 'idea' ? ('refining' as const) : brief.status,
  }
  const counts = countDiff(brief.spec, input.spec)
  const moved =
    written.status === brief.status
      ? []
      : [newEvent('status_changed', brief.id, { from: brief.status, to: written.status })]
  await commit(work, {
    briefs: [written],
    events: [newEvent('spec_snapshot', brief.id, { revision, characters: input.spec.length, ...counts }), ...moved],
  })
  await keepSpecRevision(work.tx, written, work.name, work.now)
  return { briefId: brief.id, revision, next }
}
