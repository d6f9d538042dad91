/** What is listed and how: it lives in the address, so that a link and the back button lead to what was seen. */
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

export const sorts = ['moved', 'created', 'priority'] as const
export type Sort = (typeof sorts)[number]
export type BriefsSearch = { q?: string; sort?: Sort; project?: string }

/** Listed when the address says nothing. */
export const usualQuery = 'is:open'

/** Reads an address that anybody may have written. */
export function readSearch(search: Record<string, unknown>): BriefsSearch {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    q: text(search.q)?.slice(0, 500),
    sort: sorts.find(sort => sort === search.sort),
    project: text(search.project) || undefined,
  }
}

export function useBriefsAddress() {
  const search = useLocation({ select: location => location.search })
  const navigate = useNavigate()
  const change = useCallback(
    (part: Partial<BriefsSearch>) =>
      void navigate({
        to: '/briefs',
        replace: true,
        resetScroll: false,
        search: before => ({ ...before, ...part }),
      }),
    [navigate],
  )
  return { query: search.q ?? usualQuery, sort: search.sort ?? 'moved', project: search.project, change }
}
