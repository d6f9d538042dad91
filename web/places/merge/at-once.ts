/** How a change of a submission looks until the house has answered. */
import type { MergeView } from '#contract/shapes.ts'
import { queries } from '../../house/queries.ts'

type Known = { items?: readonly MergeView[]; merge?: MergeView | null }

/** Shows it in whatever is shown of the submission; answers with how it is taken back. */
export function showAtOnce(id: number, part: Partial<MergeView>): () => void {
  const change = (merge: MergeView): MergeView => (merge.id === id ? { ...merge, ...part } : merge)
  const takeBack = ['merge.queue', 'merge.show', 'merge.changes'].map(name => {
    const filter = { queryKey: [name] }
    const before = queries.getQueriesData<Known>(filter)
    queries.setQueriesData<Known>(
      filter,
      known =>
        known && {
          ...known,
          ...(known.items && { items: known.items.map(change) }),
          ...(known.merge && { merge: change(known.merge) }),
        },
    )
    return () => {
      for (const [key, known] of before) queries.setQueryData(key, known)
    }
  })
  return () => {
    for (const back of takeBack) back()
  }
}
