/** Briefs that earlier imports made, with the print of the record that each was made of. */
import type { KnownBrief } from '#domain/interchange/import-plan.ts'
import { briefRow } from '../rows.ts'
import type { ReadTx } from '../transaction.ts'

/** Keys that are asked for at once. */
const stride = 500

/** By the key of the record; only of one project, because two projects may hold sources that count alike. */
export async function knownImports(
  tx: ReadTx,
  projectId: number,
  keys: readonly string[],
): Promise<Map<string, KnownBrief>> {
  const known = new Map<string, KnownBrief>()
  for (let from = 0; from < keys.length; from += stride) {
    const briefs = await tx.db
      .selectFrom('briefs')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('import_key', 'in', keys.slice(from, from + stride))
      .execute()
    const ids = briefs.map(row => row.id)
    const events = ids.length === 0 ? [] : await importedEvents(tx, ids)
    const prints = new Map(events.map(row => [row.brief_id, (JSON.parse(row.payload) as { print: string }).print]))
    for (const row of briefs)
      known.set(row.import_key ?? '', { brief: briefRow.read(row), print: prints.get(row.id) ?? '' })
  }
  return known
}

const importedEvents = (tx: ReadTx, briefIds: number[]) =>
  tx.db
    .selectFrom('events')
    .select(['brief_id', 'payload'])
    .where('type', '=', 'imported')
    .where('brief_id', 'in', briefIds)
    .execute()
