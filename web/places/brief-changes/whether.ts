/** Whether a Brief's branch can land now. The house decides again when it is asked. Pure. */
import type { MergeView } from '#contract/shapes.ts'
import { type BriefHead, isUnapproved } from '../brief/words.ts'
import { isLive } from '../merge/words.ts'
import type { Changes } from './reads.ts'

type Known = {
  brief: BriefHead
  changes: Changes | null
  /** The newest submission of the branch. */
  merge: MergeView | null
  me: string | undefined
}

/** Where it is: in the queue; in its target with nothing new beside it, or taken back from there; or here. */
export function whereItIs({ changes, merge }: Pick<Known, 'changes' | 'merge'>): 'queued' | 'landed' | 'back' | 'here' {
  if (merge && isLive(merge)) return 'queued'
  const hasNew = changes !== null && changes.ahead > 0 && changes.tip !== merge?.tip
  if (merge?.status !== 'landed' || hasNew) return 'here'
  return merge.takenBack ? 'back' : 'landed'
}

/** Why it can't land now, in words; undefined when it can. */
export function whyNotLanded({ brief, changes, me }: Known): string | undefined {
  const held = brief.live.find(each => each.holder !== null && each.holder !== me)
  if (changes === null || changes.ahead === 0) return 'there is no commit on it that MAIN lacks'
  if (brief.status === 'cancelled' || brief.status === 'abandoned') return `it is ${brief.status}: reopen it first`
  if (isUnapproved(brief)) return 'it waits for an operator’s approval'
  if (brief.review && brief.reviewed === 'changes') return 'review asked for changes'
  if (brief.review && brief.reviewed !== 'pass') {
    const review = brief.live.find(each => each.leg === 'review')
    if (review === undefined) return 'its review gate has not passed: ask for a review'
    return review.holder === null
      ? `its review gate has not passed: d${review.id} waits for a reviewer`
      : `its review gate has not passed: ${review.holder} reviews it in d${review.id}`
  }
  if (held) return `${held.holder} works on it: d${held.id}`
  return undefined
}
