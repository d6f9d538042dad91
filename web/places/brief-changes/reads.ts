/** What the Changes of a Brief read. */

import { useEffect } from 'react'
import type { Output } from '#contract/catalogue.ts'
import type { BriefRecall } from '#contract/recall.ts'
import { Refusal } from '#domain/refusal.ts'
import { useRead } from '../../house/read.ts'

export type ChangesAnswer = Output<'merge.changes'>
export type Changes = NonNullable<ChangesAnswer['changes']>
export type ChangedFile = Changes['files'][number]

/** Milliseconds: a branch grows without an event where nobody links its commits. */
const lookAgain = 20_000

export function useChanges({ brief, worktrees, dispatches }: BriefRecall) {
  const enabled = worktrees.length > 0 || dispatches.length > 0
  const read = useRead('merge.changes', { briefId: brief.id }, { enabled, every: () => lookAgain })
  const hasBranch = enabled && !(read.error instanceof Refusal && read.error.code === 'merge.unfit')
  return { ...read, hasBranch }
}

/** The diff of one file, read when somebody looks at it and once more when its branch has moved on. */
export function useFile(briefId: number, path: string, tip: string) {
  const read = useRead('merge.changes', { briefId, path })
  const { data, refetch, isFetching } = read
  const isOld = !isFetching && data !== undefined && data.changes !== null && data.changes.tip !== tip
  useEffect(() => {
    if (isOld) void refetch()
  }, [isOld, refetch])
  return read
}
