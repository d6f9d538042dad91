/** What stays before the reader: a question that ends while it is shown keeps its place, with its answer. Pure. */
import type { ListedDecision } from '#contract/shapes.ts'

/** Those that are open, oldest first. */
export const openOf = (decisions: readonly ListedDecision[]): ListedDecision[] =>
  decisions.filter(each => each.status === 'open').toSorted((a, b) => a.id - b.id)

/** `held` as it is now, then what has been asked since. What is no longer known of has gone. */
export function hold(held: readonly ListedDecision[], now: readonly ListedDecision[]): ListedDecision[] {
  const known = new Map(now.map(each => [each.id, each]))
  const isHeld = new Set(held.map(each => each.id))
  return [...held.flatMap(each => known.get(each.id) ?? []), ...openOf(now).filter(each => !isHeld.has(each.id))]
}

/** What an agent is asked it answers by itself, so it stands apart. */
export const isForPeople = ({ assignee }: Pick<ListedDecision, 'assignee'>): boolean => !assignee?.startsWith('agent:')

/** The one that the keyboard is on: where it has ended, the next open one, else the last before it. */
export function standing(rows: readonly ListedDecision[], here: number | undefined): number | undefined {
  const place = Math.max(
    0,
    rows.findIndex(each => each.id === here),
  )
  const isOpen = (each: ListedDecision) => each.status === 'open'
  return (rows.slice(place).find(isOpen) ?? rows.slice(0, place).findLast(isOpen))?.id
}
