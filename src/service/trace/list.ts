/** Events of a Brief, a project or everything, newest first. */
import { readActor } from '#domain/actor.ts'
import { Refusal } from '#domain/refusal.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { listEvents } from '#store/queries/events.ts'
import { filterProject, projectSlugs } from '#store/queries/projects.ts'
import { firstThatFit } from '../recall/fit-budget.ts'
import type { Read } from '../work.ts'
import { eventView, shortenEvent } from './event-view.ts'

const usualLimit = 50
/** Bytes, where a caller named no budget. */
const usualBudget = 200_000

export const list: Read<'trace.list'> = async (input, work) => {
  if (input.briefId !== undefined) await getBrief(work.tx, input.briefId)
  const budget = input.maxBytes ?? usualBudget
  const found = await listEvents(work.tx, {
    briefId: input.briefId,
    projectId: await filterProject(work.tx, input.project),
    before: input.before,
    types: input.types,
    actor: input.actor === undefined ? undefined : actorOf(input.actor),
    limit: input.limit ?? usualLimit,
  })
  const slugs = await projectSlugs(work.tx)
  const share = Math.max(200, Math.floor(budget / 4))
  const items = firstThatFit(
    found.events.map(row => shortenEvent(eventView(row, slugs), share)),
    budget,
  )
  const next = items.length < found.events.length ? items.at(-1)?.seq : found.next
  return { items, nextCursor: next === undefined ? undefined : String(next) }
}

function actorOf(name: string) {
  const actor = readActor(name)
  if (!actor)
    throw new Refusal('input.invalid', { field: 'actor', problem: `\`${name}\` is no actor such as operator:ada` })
  return actor
}
