/** Captures a Brief: nothing of its text is lost, its first line becomes the title. */
import { type Brief, type BriefSettings, capture as captureBrief } from '#domain/brief.ts'
import type { Project } from '#domain/project.ts'
import { briefRef } from '#domain/ref.ts'
import type { Origin } from '#domain/status.ts'
import { titleOf } from '#domain/text.ts'
import { getBrief, keepSpecRevision } from '#store/queries/briefs.ts'
import { getProject, meantProject } from '#store/queries/projects.ts'
import { policyFor } from '../agent/policy.ts'
import { commit, type Write, type WriteWork } from '../work.ts'
import { dependOn, placeUnder } from './relate.ts'

export const capture: Write<'brief.capture'> = async (input, work) => {
  const { text, title, spec, parentId, dependsOn, project: slug, ...settings } = input
  const parent = parentId === undefined ? undefined : await getBrief(work.tx, parentId)
  const project =
    slug === undefined && parent ? await getProject(work.tx, parent.projectId) : await meantProject(work.tx, slug)
  const brief = await captureInto(work, project, { text, title, spec, settings, parentId: parent?.id })
  await dependOn(work, brief.id, dependsOn ?? [])
  const next = spec
    ? `Set it to planned with brief.setStatus {briefId: ${brief.id}, status: "planned"}, or hand it over with brief.dispatch {briefId: ${brief.id}}.`
    : `Write its spec with brief.writeSpec {briefId: ${brief.id}, revision: 0}, or hand ${briefRef(brief.id)} over as it is.`
  return { briefId: brief.id, title: brief.title, project: project.slug, next }
}

/** Where `policy.approvals` has `dispatch`, nobody begins before an operator has looked; a Brief may be let off that. */
async function wantedByPolicy(work: WriteWork, projectId: number): Promise<BriefSettings> {
  const { approvals } = await policyFor(work, projectId)
  return approvals.includes('dispatch') ? { needsApproval: true } : {}
}

type Captured = {
  text: string
  title?: string | undefined
  spec?: string | undefined
  settings: BriefSettings
  parentId?: number | undefined
  /** Left out: an agent's, or a person's note. */
  origin?: Origin
}

/** Captures with the project's defaults under what was asked, and puts it under its epic. */
export async function captureInto(
  work: WriteWork,
  project: Pick<Project, 'id' | 'defaults'>,
  captured: Captured,
): Promise<Brief> {
  const given = Object.fromEntries(Object.entries(captured.settings).filter(([, value]) => value !== undefined))
  const change = captureBrief({
    id: work.tx.ledger.nextId('brief'),
    projectId: project.id,
    text: captured.text,
    title: captured.title ?? titleOf(captured.text),
    spec: captured.spec ?? '',
    origin: captured.origin ?? (work.actor.kind === 'agent' ? 'agent' : 'note'),
    settings: { ...project.defaults, ...(await wantedByPolicy(work, project.id)), ...given },
    actor: work.actor,
    now: work.now,
  })
  const [brief] = change.briefs
  await commit(work, change)
  if (captured.spec) await keepSpecRevision(work.tx, brief, work.name, work.now)
  return captured.parentId === undefined ? brief : placeUnder(work, brief, captured.parentId)
}
