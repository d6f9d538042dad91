/** Makes Briefs of imported records, with their relations and notes. */
import { type Brief, capture } from '#domain/brief.ts'
import { type NewEvent, newEvent } from '#domain/events/catalogue.ts'
import type { FittedBrief } from '#domain/interchange/import-plan.ts'
import type { ImportedNote } from '#domain/interchange/imported-brief.ts'
import type { Project } from '#domain/project.ts'
import { isClosed } from '#domain/status.ts'
import { addDependency, keepSpecRevision } from '#store/queries/briefs.ts'
import { commit, type WriteWork } from '../work.ts'

type Making = {
  format: string
  /** Epics before their children. */
  briefs: FittedBrief[]
  /** Of the Briefs that are here already, by key. */
  idOf: Map<string, number>
}

/** Answers the ids in the order of `briefs`. */
export async function makeImported(work: WriteWork, project: Project, making: Making): Promise<number[]> {
  const idOf = new Map(making.idOf)
  const ids: number[] = []
  for (const imported of making.briefs) {
    const parentId = imported.parentKey === undefined ? null : (idOf.get(imported.parentKey) ?? null)
    const brief = await make(work, project, { imported, format: making.format, parentId })
    idOf.set(imported.key, brief.id)
    ids.push(brief.id)
  }
  for (const imported of making.briefs) await relate(work, imported, idOf)
  return ids
}

async function make(
  work: WriteWork,
  project: Project,
  { imported, format, parentId }: { imported: FittedBrief; format: string; parentId: number | null },
): Promise<Brief> {
  const captured = capture({
    id: work.tx.ledger.nextId('brief'),
    projectId: project.id,
    text: imported.text,
    title: imported.title,
    spec: imported.spec,
    origin: 'import',
    // Whoever imports hundreds of Briefs doesn't mean to start hundreds of agents.
    settings: { ...project.defaults, autoDispatch: false, priority: imported.priority, labels: imported.labels },
    actor: work.actor,
    now: work.now,
  })
  const [fresh] = captured.briefs
  const brief: Brief = {
    ...fresh,
    status: imported.status,
    parentId,
    importKey: imported.key,
    createdAt: imported.createdAt ?? work.now,
    endedAt: isClosed(imported.status) ? (imported.updatedAt ?? work.now) : null,
  }
  const { id } = brief
  const events: NewEvent[] = [
    ...captured.events,
    newEvent('imported', id, { key: imported.key, format, print: imported.print }),
  ]
  if (fresh.status !== brief.status)
    events.push(newEvent('status_changed', id, { from: fresh.status, to: brief.status, reason: `as in ${format}` }))
  if (parentId !== null) events.push(newEvent('parent_set', id, { parentId }))
  events.push(...imported.notes.map(note => newEvent('note_added', id, { body: signed(note) })))
  await commit(work, { briefs: [brief], events })
  if (brief.spec) await keepSpecRevision(work.tx, brief, work.name, work.now)
  return brief
}

/** A note with who wrote it there and when. */
function signed({ actor, at, body }: ImportedNote): string {
  const by = [actor, at].filter(Boolean).join(', ')
  return by ? `${by}:\n\n${body}` : body
}

async function relate(work: WriteWork, imported: FittedBrief, idOf: Map<string, number>): Promise<void> {
  const briefId = idOf.get(imported.key)
  if (briefId === undefined) return
  for (const key of imported.dependsOn) {
    const on = idOf.get(key)
    if (on === undefined) continue
    await addDependency(work.tx, briefId, on)
    await commit(work, { events: [newEvent('dependency_added', briefId, { briefId: on })] })
  }
}
