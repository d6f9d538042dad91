/** Writes a working note, new or from the revision that its writer read, so that two writers can't overwrite each other. */
import type { Parsed } from '#contract/catalogue.ts'
import { ref } from '#domain/ref.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Scratchpad } from '#domain/scratchpad.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { getProject, meantProject } from '#store/queries/projects.ts'
import { getScratchpad } from '#store/queries/scratchpads.ts'
import type { Write, WriteWork } from '../work.ts'
import { keep } from './keep.ts'

type Input = Parsed<'scratchpad.write'>

export const write: Write<'scratchpad.write'> = async (input, work) => {
  const known = input.scratchpadId === undefined ? undefined : await getScratchpad(work.tx, input.scratchpadId)
  const home = await homeOf(work, input, known?.briefId ?? undefined)
  if (!known && input.revision)
    throw new Refusal('input.invalid', {
      operation: 'scratchpad.write',
      field: 'scratchpadId',
      problem: `says which note is at revision ${input.revision}; a new one has none`,
    })
  if (!known) return begin(work, input, home)
  const moved = { ...known, ...home, title: input.title, body: input.body }
  if (isSame(known, moved)) return answer(known)
  if (input.revision === undefined)
    throw new Refusal('input.invalid', {
      operation: 'scratchpad.write',
      field: 'revision',
      problem: `says which text you read; ${ref('scratchpad', known.id)} is at revision ${known.revision}`,
    })
  if (input.revision !== known.revision)
    throw new Refusal('scratchpad.changed', {
      scratchpadId: known.id,
      revision: known.revision,
      yours: input.revision,
    })
  return answer(await keep(work, moved))
}

async function begin(work: WriteWork, input: Input, home: Home): Promise<ReturnType<typeof answer>> {
  const projectId = home.projectId ?? (await meantProject(work.tx, undefined)).id
  const pad: Scratchpad = {
    id: work.tx.ledger.nextId('scratchpad'),
    projectId,
    briefId: home.briefId ?? null,
    title: input.title,
    body: input.body,
    revision: 0,
    createdBy: work.name,
    createdAt: work.now,
    updatedBy: work.name,
    updatedAt: work.now,
  }
  return answer(await keep(work, pad))
}

type Home = { projectId?: number; briefId?: number }

/** The Brief and the project that were named, or the Brief that it has. A Brief brings its own project. */
async function homeOf(work: WriteWork, input: Input, briefId: number | undefined): Promise<Home> {
  const named = input.project === undefined ? undefined : await meantProject(work.tx, input.project)
  const id = input.briefId ?? briefId
  if (id === undefined) return named ? { projectId: named.id } : {}
  const brief = await getBrief(work.tx, id)
  if (named && named.id !== brief.projectId)
    throw new Refusal('input.invalid', {
      operation: 'scratchpad.write',
      field: 'project',
      problem: `#${brief.id} belongs to ${(await getProject(work.tx, brief.projectId)).slug}`,
    })
  return { projectId: brief.projectId, briefId: brief.id }
}

const isSame = (one: Scratchpad, other: Scratchpad): boolean =>
  one.title === other.title &&
  one.body === other.body &&
  one.briefId === other.briefId &&
  one.projectId === other.projectId

const answer = (pad: Scratchpad) => ({
  scratchpadId: pad.id,
  revision: pad.revision,
  next: `Write on from revision ${pad.revision}, or add to it with scratchpad.append {scratchpadId: ${pad.id}}.`,
})
