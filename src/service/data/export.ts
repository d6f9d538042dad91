/** Everything in an open format. */
import {
  countKinds,
  type FlowerKind,
  type FlowerRecord,
  type FlowerValue,
  flowerHeader,
} from '#domain/interchange/flower.ts'
import { briefDocument } from '#domain/interchange/markdown.ts'
import { everything } from '#store/queries/everything.ts'
import { filterProject, projectSlugs } from '#store/queries/projects.ts'
import type { Read, ReadWork } from '../work.ts'

export const exportData: Read<'data.export'> = async (input, work) => {
  const projectId = await filterProject(work.tx, input.project)
  const records: FlowerRecord[] = []
  for await (const record of everything(work.tx, projectId)) records.push(record)
  const counts = countKinds(records)
  const text =
    input.format === 'markdown'
      ? await asMarkdown(work, records)
      : asLines(flowerHeader(work.now, input.project, counts), records)
  return { format: input.format, text, briefs: counts.brief ?? 0, events: counts.event ?? 0 }
}

const asLines = (header: object, records: FlowerRecord[]): string =>
  `${[header, ...records].map(each => JSON.stringify(each)).join('\n')}\n`

/** One document for each Brief, under each other. */
async function asMarkdown(work: ReadWork, records: FlowerRecord[]): Promise<string> {
  const slugs = await projectSlugs(work.tx)
  const of = <Kind extends FlowerKind>(kind: Kind): FlowerValue<Kind>[] =>
    records.flatMap(record => (record.kind === kind ? [record.value as FlowerValue<Kind>] : []))
  const events = Map.groupBy(of('event'), each => each.briefId)
  const decisions = Map.groupBy(of('decision'), each => each.briefId)
  const dependencies = Map.groupBy(of('dependency'), each => each.briefId)
  const documents = of('brief').map(brief =>
    briefDocument({
      brief,
      project: slugs.get(brief.projectId) ?? '',
      dependsOn: (dependencies.get(brief.id) ?? []).map(each => each.dependsOnId),
      decisions: decisions.get(brief.id) ?? [],
      events: events.get(brief.id) ?? [],
    }),
  )
  return documents.join('\n---\n\n')
}
