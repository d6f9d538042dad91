/** What a column of the board asks for. Pure. */
import type { BriefStatus } from '#domain/status.ts'
import { columnStatuses } from '../../bloom/board/column-statuses.ts'
import { setAside } from '../briefs/row-words.ts'

const open = /(^|\s)is:open(?=\s|$)/gi

/** Before the filter, for its last word may still be typed. Twice `status:` would mean "or", so it says what it is not. */
const without = (statuses: readonly BriefStatus[], query: string) => `-status:${statuses.join(',')} ${query}`.trim()

/** What has landed stands beside the open ones: a board without its end tells only half. */
export const columnQuery = (query: string, status: BriefStatus): string =>
  without(
    [...columnStatuses, ...setAside].filter(each => each !== status),
    status === 'complete' ? query.replace(open, '$1') : query,
  )

/** Those that the filter finds and no column holds. */
export const asideQuery = (query: string): string => without(columnStatuses, query)

const filters = /(?:^|\s)-?[a-z_]+:(?:"[^"]*"?|\S+)/gi
const forClosed = /(?:^|\s)-?(?:status:|parent:|is:\S*(?:open|closed))/i
const words = /(?:^|\s)[^\s-]/

/** Whether the filter itself doesn't ask for what has landed. The house's own parser would load a library for one bit. */
export const isLandedBeside = (query: string): boolean =>
  query.search(open) !== -1 || !(forClosed.test(query) || words.test(query.replace(filters, '')))
