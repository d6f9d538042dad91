/** Cursors: an id, below which the next page begins, or how much came before it. */
import { mostId } from '#domain/ref.ts'
import { Refusal } from '#domain/refusal.ts'

export function cursorOf(operation: string, cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  if (/^\d{1,10}$/.test(cursor) && Number(cursor) <= mostId) return Number(cursor)
  throw new Refusal('input.invalid', { operation, field: 'cursor', problem: 'is not the nextCursor of an answer' })
}

/** A page of lists that are read from their beginning: `reach` is how far, one more than is told. */
export function pageOf(operation: string, cursor: string | undefined, limit: number) {
  const from = cursorOf(operation, cursor) ?? 0
  const end = from + limit
  return {
    reach: end + 1,
    of: <Item>(list: readonly Item[]): Item[] => list.slice(from, end),
    next: (...lists: (readonly unknown[])[]): string | undefined =>
      lists.some(each => each.length > end) ? String(end) : undefined,
  }
}
