/** Cursors that are an id: the next page begins below it. */
import { Refusal } from '#domain/refusal.ts'

export function cursorOf(operation: string, cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor)
  throw new Refusal('input.invalid', { operation, field: 'cursor', problem: 'is not the nextCursor of an answer' })
}
