/** What was said of lines and is being mended now. */
import { useMemo } from 'react'
import type { BriefRecall } from '#contract/recall.ts'
import { readReviewText } from '#domain/review/review-text.ts'
import { useRead } from '../../house/read.ts'
import { isLive } from '../brief/words.ts'

export type SaidBefore = {
  file: string
  line: number | null
  body: string
  /** Who said it. */
  actor: string
  at: string
  /** The fix leg that has it. */
  dispatchId: number
}

/**
 * The comments of the newest review whose fix leg is not at its end: lines of older ones have moved since, and the trace
 * keeps what was said.
 */
export function useSaidBefore({ brief, dispatches }: BriefRecall): readonly SaidBefore[] {
  const fix = dispatches.find(each => each.leg === 'fix' && isLive(each))
  const types = ['changes_asked', 'verdict_given']
  const asked = useRead('trace.list', { briefId: brief.id, types, limit: 5 }, { enabled: fix !== undefined })
  const newest = asked.data?.items[0]
  const dispatchId = fix?.id
  return useMemo(() => {
    if (newest === undefined || dispatchId === undefined) return []
    const { kind, ref } = newest.actor
    const shared = { actor: `${kind}:${ref}`, at: newest.at, dispatchId }
    return readReviewText(newest.body ?? '').map(({ file, line = null, body }) => ({ file, line, body, ...shared }))
  }, [newest, dispatchId])
}
