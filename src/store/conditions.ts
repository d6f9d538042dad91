/** Conditions on a Brief that several queries share, as SQL over an alias of `briefs`. */
import { closedStatuses } from '#domain/status.ts'

const closed = closedStatuses.map(each => `'${each}'`).join(', ')

export const isOpen = (brief: string): string => `${brief}.status not in (${closed})`

/** The epic on whose own branch the work of `needed` is, when that is no branch of the Brief of the edge `needs`; else null. */
export const heldBy = (needs: string, needed: string): string =>
  `(select held.epic_id from holdings held where held.brief_id = ${needed}.id and held.epic_id not in (with recursive above (id) as
    (select ${needs}.brief_id union all select up.parent_id from briefs up join above on up.id = above.id where up.parent_id is not null) select id from above))`

export const isUnmet = (needs: string, needed: string): string =>
  `(${needed}.status <> 'complete' or ${heldBy(needs, needed)} is not null)`

/** Nothing stands in the way of what has ended. */
export const isBlocked = (brief: string): string =>
  `(${isOpen(brief)} and (exists (select 1 from dependencies needs join briefs needed on needed.id = needs.depends_on_id where needs.brief_id = ${brief}.id and ${isUnmet('needs', 'needed')})
    or exists (select 1 from decisions asked where asked.brief_id = ${brief}.id and asked.status = 'open' and asked.blocking = 1)))`

export const isUnapproved = (brief: string): string => `(${brief}.needs_approval = 1 and ${brief}.approved_at is null)`

export const isDispatchable = (brief: string): string =>
  `(${brief}.status = 'planned' and not ${isUnapproved(brief)} and not ${isBlocked(brief)})`

/** In the words of the index over live dispatches: SQLite uses it only for a condition that says the same. */
export const isLive = (dispatch: string): string => `${dispatch}.status in ('queued', 'claimed', 'running')`

export const isHeld = (dispatch: string): string =>
  `(${isLive(dispatch)} and ${dispatch}.status in ('claimed', 'running'))`

/** `column` names a project that was not taken off the list: where nobody named one, nothing of the others is shown. */
export const isListed = (column: string): string =>
  `${column} not in (select id from projects where removed_at is not null)`
