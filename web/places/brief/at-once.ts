/** How a change of a Brief from this page looks until the house has answered. */
import type { BriefRecall } from '#contract/recall.ts'
import { queries } from '../../house/queries.ts'
import type { BriefHead } from './words.ts'

/** Shows a change of a Brief at once; answers with how it is taken back. */
export function showAtOnce(id: number, part: Partial<BriefHead>): () => void {
  const filter = { queryKey: ['recall.brief', { briefId: id }] }
  const before = queries.getQueriesData<BriefRecall>(filter)
  queries.setQueriesData<BriefRecall>(filter, recall => recall && { ...recall, brief: { ...recall.brief, ...part } })
  return () => {
    for (const [key, recall] of before) queries.setQueryData(key, recall)
  }
}
