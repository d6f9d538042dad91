/** Takes Briefs in. Planned first, so that a dry run tells what a real one does, and nothing that is here is overwritten. */
import { createHash } from 'node:crypto'
import type { Output } from '#contract/catalogue.ts'
import type { FlowerRecord } from '#domain/interchange/flower.ts'
import { parseFlower } from '#domain/interchange/flower.ts'
import { planImport } from '#domain/interchange/import-plan.ts'
import { planRestore } from '#domain/interchange/restore-plan.ts'
import { everything } from '#store/queries/everything.ts'
import { knownImports } from '#store/queries/imports.ts'
import { meantProject } from '#store/queries/projects.ts'
import { restore } from '#store/restore.ts'
import type { ImportFile } from '../facts.ts'
import type { Write, WriteWork } from '../work.ts'
import { makeImported } from './make-imported.ts'
import { type ForeignFormat, onlyFile, readForeign, unreadable } from './read-files.ts'

type Answer = Output<'data.import'>

export const importData: Write<'data.import'> = async (input, work) => {
  const files = work.facts.files ?? []
  const dryRun = input.dryRun ?? false
  return input.format === 'flower'
    ? importOwn(work, files, dryRun)
    : importForeign(work, input.format, { files, dryRun, slug: input.project })
}

async function importForeign(
  work: WriteWork,
  format: ForeignFormat,
  { files, dryRun, slug }: { files: ImportFile[]; dryRun: boolean; slug: string | undefined },
): Promise<Answer> {
  const project = await meantProject(work.tx, slug)
  const reading = readForeign(format, files)
  const keys = reading.briefs.map(each => each.key)
  const known = await knownImports(work.tx, project.id, keys)
  const plan = planImport(reading, known, text => createHash('sha256').update(text).digest('hex'))
  const idOf = new Map([...known].map(([key, { brief }]) => [key, brief.id]))
  const briefIds = dryRun ? [] : await makeImported(work, project, { format, briefs: plan.make, idOf })
  const counts = { made: plan.make.length, unchanged: plan.unchanged.length, conflicts: plan.conflicts.length }
  return { ...counts, briefIds, problems: plan.problems, dryRun, next: nextOf(counts, dryRun) }
}

async function importOwn(work: WriteWork, files: ImportFile[], dryRun: boolean): Promise<Answer> {
  const file = parseFlower(onlyFile('flower', files).text)
  if ('reason' in file) throw unreadable('flower', file.reason)
  const present: FlowerRecord[] = []
  for await (const record of everything(work.tx)) present.push(record)
  const plan = planRestore(file, present)
  if (plan.isRestore && file.header.project !== undefined)
    throw unreadable('flower', `it holds only the project ${file.header.project}; an export of everything is needed`)
  if (plan.isRestore && !dryRun) await restore(work.tx, file.records)
  const counts = { made: plan.made.length, unchanged: plan.unchanged.length, conflicts: plan.conflicts }
  return { ...counts, briefIds: dryRun ? [] : plan.made, problems: plan.problems, dryRun, next: nextOf(counts, dryRun) }
}

function nextOf({ made, conflicts }: { made: number; conflicts: number }, dryRun: boolean): string {
  if (conflicts > 0) return '`problems` names what differs; nothing that is here was overwritten.'
  if (dryRun) return 'Nothing was written; call again without `dryRun`.'
  return made > 0 ? 'See them with recall.briefs.' : 'All of it was here already.'
}
