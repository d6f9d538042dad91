/** What is listed and how: it lives in the address, so that a link and the back button lead to what was seen. */
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

export const sorts = ['moved', 'created', 'priority'] as const
export type Sort = (typeof sorts)[number]
export const views = ['list', 'board', 'graph'] as const
export type View = (typeof views)[number]
export type BriefsSearch = { q?: string; sort?: Sort; project?: string; view?: View }

/** One filter, seen one way. */
export type Seen = { query: string; sort: Sort; project: string | undefined; view: View }

/** Listed when the address says nothing. */
export const usualQuery = 'is:open'
/** Nothing asked is what is open: closed ones are left out until somebody asks for them. */
export const isUsual = (query: string): boolean => ['', usualQuery].includes(query.trim())
/** Shorter than the house takes by what a column of the board adds. */
export const longestQuery = 400

/** Reads an address that anybody may have written. */
export function readSearch(search: Record<string, unknown>): BriefsSearch {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    q: text(search.q)?.slice(0, longestQuery),
    sort: sorts.find(sort => sort === search.sort),
    project: text(search.project) || undefined,
    view: views.find(view => view === search.view),
  }
}

/** What is usual is left out of an address. */
export function writeSearch({ query, sort, project, view }: Seen): BriefsSearch {
  return {
    q: query.trim() === usualQuery ? undefined : query,
    sort: sort === 'moved' ? undefined : sort,
    project,
    view: view === 'list' ? undefined : view,
  }
}

export function useBriefsAddress(): Seen & { change: (part: Partial<Seen>) => void } {
  const search = useLocation({ select: location => location.search })
  const navigate = useNavigate()
  const change = useCallback(
    (part: Partial<Seen>) =>
      void navigate({
        to: '/briefs',
        replace: true,
        resetScroll: false,
        search: before => writeSearch({ ...seenOf(before), ...part }),
      }),
    [navigate],
  )
  return { ...seenOf(search), change }
}

const seenOf = (search: BriefsSearch): Seen => ({
  query: search.q ?? usualQuery,
  sort: search.sort ?? 'moved',
  project: search.project,
  view: search.view ?? 'list',
})
