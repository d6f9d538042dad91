/** What the domain decides: the rows as they will stand, and the events that explain them. One transaction keeps both. */
import type { Brief } from './brief.ts'
import type { Decision } from './decision.ts'
import type { Attempt, Dispatch } from './dispatch.ts'
import type { NewEvent } from './events/catalogue.ts'

export type Change = {
  briefs?: Brief[]
  dispatches?: Dispatch[]
  attempts?: Attempt[]
  decisions?: Decision[]
  events: NewEvent[]
}

export function join(...changes: Change[]): Change {
  return {
    briefs: changes.flatMap(each => each.briefs ?? []),
    dispatches: changes.flatMap(each => each.dispatches ?? []),
    attempts: changes.flatMap(each => each.attempts ?? []),
    decisions: changes.flatMap(each => each.decisions ?? []),
    events: changes.flatMap(each => each.events),
  }
}
