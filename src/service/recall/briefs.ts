/** Briefs by words and filters, in pages that stay right while Briefs move. */
import type { Parsed } from '#contract/catalogue.ts'
import { parseBriefQuery } from '#domain/recall/brief-query.ts'
import { mostId } from '#domain/ref.ts'
import { Refusal } from '#domain/refusal.ts'
import {
  type BriefListing,
  type BriefPlace,
  type BriefSort,
  countBriefs,
  listBriefs,
} from '#store/queries/brief-list.ts'
import { filterProject, meantProject, projectSlugs } from '#store/queries/projects.ts'
import type { Read, ReadWork } from '../work.ts'
import { firstThatFit } from './fit-budget.ts'
import { briefRows } from './views.ts'

const usualLimit = 100

export const briefs: Read<'recall.briefs'> = async (input, work) => {
  const limit = input.limit ?? usualLimit
  const listing = await listingOf(input, work, limit + 1)
  const found = await listBriefs(work.tx, listing)
  const rows = await briefRows(work.tx, found.slice(0, limit), await projectSlugs(work.tx))
  const items = firstThatFit(rows, input.maxBytes)
  const last = found[items.length - 1]
  return {
    items,
    total: await countBriefs(work.tx, listing),
    nextCursor: last && items.length < found.length ? writeCursor(listing.sort, last) : undefined,
  }
}

async function listingOf(input: Parsed<'recall.briefs'>, work: ReadWork, limit: number): Promise<BriefListing> {
  const query = parseBriefQuery(input.query ?? '')
  const sort = input.sort ?? 'moved'
  const projectIds = new Map<string, number>()
  for (const condition of query.conditions.filter(each => each.key === 'project'))
    for (const slug of condition.values) projectIds.set(slug, (await meantProject(work.tx, slug)).id)
  return {
    query,
    projectId: await filterProject(work.tx, input.project),
    projectIds,
    sort,
    limit,
    after: input.cursor === undefined ? undefined : readCursor(sort, input.cursor),
  }
}

const writeCursor = (sort: BriefSort, at: BriefPlace): string => [sort, at.id, at.priority, at.movedAt].join('~')

function readCursor(sort: BriefSort, cursor: string): BriefPlace {
  const match = /^(\w+)~(\d{1,9})~(\d)~(\d{4}-[-\dT:.]{8,20}Z)$/.exec(cursor)
  const [, of, id, priority, movedAt] = match ?? []
  if (of !== sort || !movedAt || Number(id) > mostId)
    throw new Refusal('input.invalid', {
      operation: 'recall.briefs',
      field: 'cursor',
      problem: `is no \`nextCursor\` of a list sorted by ${sort}; leave it out to begin anew`,
    })
  return { id: Number(id), priority: Number(priority), movedAt }
}
