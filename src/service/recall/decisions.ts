/** Decisions, open ones first, newest first among them. */
import type { Decision } from '#domain/decision.ts'
import { mostId } from '#domain/ref.ts'
import { Refusal } from '#domain/refusal.ts'
import { filterBrief, getBriefs } from '#store/queries/briefs.ts'
import { type DecisionFilter, listDecisions } from '#store/queries/decisions.ts'
import { filterProject, projectSlugs } from '#store/queries/projects.ts'
import type { Read } from '../work.ts'
import { decisionViews } from './views.ts'

const usualLimit = 50

export const decisions: Read<'recall.decisions'> = async (input, work) => {
  const limit = input.limit ?? usualLimit
  const from = readCursor(input.cursor)
  const filter: Omit<DecisionFilter, 'limit'> = {
    projectId: await filterProject(work.tx, input.project),
    briefId: await filterBrief(work.tx, input.briefId),
    mine: input.mine ? work.name : undefined,
  }
  const list = (status: DecisionFilter['status'], most: number): Promise<Decision[]> =>
    most <= 0 ? Promise.resolve([]) : listDecisions(work.tx, { ...filter, status, before: from?.id, limit: most })
  const found: Decision[] = []
  if (input.status !== undefined && input.status !== 'all') found.push(...(await list(input.status, limit + 1)))
  else {
    if (from?.status !== 'ended') found.push(...(await list('open', limit + 1)))
    const before = from?.status === 'ended' ? from.id : undefined
    const left = limit + 1 - found.length
    if (left > 0) found.push(...(await listDecisions(work.tx, { ...filter, status: 'ended', before, limit: left })))
  }
  const items = found.slice(0, limit)
  const last = items.at(-1)
  const views = await decisionViews(work.tx, items, await projectSlugs(work.tx))
  const briefs = await getBriefs(work.tx, [...new Set(items.flatMap(each => each.briefId ?? []))])
  const titles = new Map(briefs.map(each => [each.id, each.title]))
  return {
    items: views.map(view => ({ ...view, briefTitle: titles.get(view.briefId ?? 0) ?? null })),
    nextCursor: last && found.length > limit ? `${last.status === 'open' ? 'open' : 'ended'}~${last.id}` : undefined,
  }
}

function readCursor(cursor: string | undefined): { status: 'open' | 'ended'; id: number } | undefined {
  if (cursor === undefined) return undefined
  const match = /^(open|ended)~(\d{1,10})$/.exec(cursor)
  if (!match || Number(match[2]) > mostId)
    throw new Refusal('input.invalid', {
      operation: 'recall.decisions',
      field: 'cursor',
      problem: 'is no `nextCursor` of this list; leave it out to begin anew',
    })
  return { status: match[1] as 'open' | 'ended', id: Number(match[2]) }
}
