/** How a change of a worktree looks until the house has answered. */
import type { WorktreeView } from '#contract/shapes.ts'
import { queries } from '../../house/queries.ts'

type Listed = { items: WorktreeView[] }

/** Shows a change of a worktree in every list at once; answers with how it is taken back. */
export function showAtOnce(id: number, part: Partial<WorktreeView>): () => void {
  const lists = { queryKey: ['worktree.list'] }
  const before = queries.getQueriesData<Listed>(lists)
  queries.setQueriesData<Listed>(
    lists,
    list => list && { ...list, items: list.items.map(each => (each.id === id ? { ...each, ...part } : each)) },
  )
  return () => {
    for (const [key, list] of before) queries.setQueryData(key, list)
  }
}
