/** What a column of the board asks for. Pure. */
import { asksForClosed, parseBriefQuery } from '#domain/recall/brief-query.ts'
import { type BriefStatus, briefStatuses } from '#domain/status.ts'
import { setAside } from '../briefs/row-words.ts'

export const columnStatuses = briefStatuses.filter(status => !setAside.some(each => each === status))

const open = /(^|\s)is:open(?=\s|$)/gi

/** Before the filter, for its last word may still be typed. Twice `status:` would mean "or", so it says what it is not. */
const without = (statuses: readonly BriefStatus[], query: string) => `-status:${statuses.join(',')} ${query}`.trim()

/** What has landed stands beside the open ones: a board without its end tells only half. */
export const columnQuery = (query: string, status: BriefStatus): string =>
  without(
    briefStatuses.filter(each => each !== status),
    status === 'complete' ? query.replace(open, '$1') : query,
  )

/** Those that the filter finds and no column holds. */
export const asideQuery = (query: string): string => without(columnStatuses, query)

/** Whether the filter itself doesn't ask for what has landed. */
export function isLandedBeside(query: string): boolean {
  if (query.search(open) !== -1) return true
  try {
    return !asksForClosed(parseBriefQuery(query))
  } catch {
    return false
  }
}
