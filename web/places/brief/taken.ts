/** Changes of a Brief from this page: whether the house took them, and how they look until it has answered. */
import type { BriefRecall } from '#contract/recall.ts'
import { queries } from '../../house/queries.ts'
import type { BriefHead } from './words.ts'

/** Whether the house took it. The reason of a no stands in `refused` of its write, so nobody has to catch it. */
export const isTaken = (written: Promise<unknown>): Promise<boolean> =>
  written.then(
    () => true,
    () => false,
  )

/** Shows a change of a Brief at once; answers with how it is taken back. */
export function showAtOnce(id: number, part: Partial<BriefHead>): () => void {
  const filter = { queryKey: ['recall.brief', { briefId: id }] }
  const before = queries.getQueriesData<BriefRecall>(filter)
  queries.setQueriesData<BriefRecall>(filter, recall => recall && { ...recall, brief: { ...recall.brief, ...part } })
  return () => {
    for (const [key, recall] of before) queries.setQueryData(key, recall)
  }
}
