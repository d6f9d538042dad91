/** Which children of an epic can be handed over now, and why the others can't. */
import { type BlockReason, describeBlock } from './blocked.ts'
import { type Brief, isUnapproved } from './brief.ts'
import { type BriefStatus, isClosed } from './status.ts'

export type Child = {
  brief: Pick<Brief, 'id' | 'status' | 'needsApproval' | 'approvedAt'>
  blocked: readonly BlockReason[]
  /** It has children of its own, whose waves are another matter. */
  isEpic: boolean
}

export type NextWave = { ready: number[]; waiting: { briefId: number; because: string }[] }

/** In their order; those that are over are neither. */
export function nextWave(children: readonly Child[]): NextWave {
  const open = children.filter(each => !isClosed(each.brief.status))
  const judged = open.map(each => ({ briefId: each.brief.id, because: becauseOf(each) }))
  return {
    ready: judged.flatMap(each => (each.because === undefined ? [each.briefId] : [])),
    waiting: judged.flatMap(({ briefId, because }) => (because === undefined ? [] : [{ briefId, because }])),
  }
}

function becauseOf({ brief, blocked, isEpic }: Child): string | undefined {
  const status = STANDING[brief.status]
  if (status !== undefined) return status
  if (isEpic) return 'it is an epic of its own'
  if (isUnapproved(brief)) return 'it waits for an approval'
  return blocked.length === 0 ? undefined : blocked.map(describeBlock).join(', ')
}

const STANDING: Partial<Record<BriefStatus, string>> = {
  idea: 'it is an idea, not planned yet',
  refining: 'it is being refined, not planned yet',
  dispatched: 'it is handed over already',
  in_progress: 'it is in progress',
  in_review: 'it is in review',
  deferred: 'it is deferred',
}
