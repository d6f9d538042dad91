/** What the place of Decisions reads, of one project or of all of them. */
import { useEffect, useMemo, useState } from 'react'
import type { ListedDecision } from '#contract/shapes.ts'
import { useReadPages } from '../../house/read-pages.ts'
import { hold, openOf } from './held.ts'

const pageSize = 200

/** Newest first after the open ones. All that are open are read, as the oldest of them come last. */
export function useDecisions(project: string | undefined) {
  const pages = useReadPages('recall.decisions', { project, status: 'all', limit: pageSize })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } = pages
  const items = useMemo(() => data?.pages.flatMap(page => page.items) ?? [], [data])
  const isShort = hasNextPage && items.at(-1)?.status === 'open'
  useEffect(() => {
    if (isShort && !isFetchingNextPage) void fetchNextPage()
  }, [isShort, isFetchingNextPage, fetchNextPage])
  return {
    // Until those of another project are there, what is known of it already stands.
    items: useMemo(
      () => (isPlaceholderData ? items.filter(each => each.project === project || project === undefined) : items),
      [items, isPlaceholderData, project],
    ),
    isRead: data !== undefined && !isShort,
    error: data === undefined ? pages.error : null,
    again: () => void pages.refetch(),
    more: hasNextPage && !isShort ? () => void fetchNextPage() : undefined,
    isMoreComing: isFetchingNextPage,
  }
}

/** The open ones, and those that have ended while they were shown; `list` names what is listed, and another begins anew. */
export function useHeld(list: string, items: readonly ListedDecision[]): readonly ListedDecision[] {
  const [held, setHeld] = useState({ list, items, rows: openOf(items) })
  if (held.list === list && held.items === items) return held.rows
  const rows = held.list === list ? hold(held.rows, items) : openOf(items)
  setHeld({ list, items, rows })
  return rows
}
