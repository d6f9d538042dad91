/** What is searched for and in what: it lives in the address, so that a link leads to what was found. */
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { searchTypes } from './kinds.ts'

export const recencies = ['day', 'week', 'month', 'year'] as const
export type Recency = (typeof recencies)[number]
export type RecallSearch = { q?: string; types?: string; since?: Recency; project?: string }

const text = (value: unknown, most: number) => (typeof value === 'string' ? value.slice(0, most) : '') || undefined

/** Reads an address that anybody may have written. */
export function readSearch(search: Record<string, unknown>): RecallSearch {
  const named = text(search.types, 100)?.split(',') ?? []
  const types = searchTypes.filter(type => named.includes(type))
  return {
    q: text(search.q, 500),
    types: types.length === 0 || types.length === searchTypes.length ? undefined : types.join(','),
    since: recencies.find(each => each === search.since),
    project: text(search.project, 60),
  }
}

export function useRecallAddress() {
  const search = useLocation({ select: location => location.search as RecallSearch })
  const navigate = useNavigate()
  const change = useCallback(
    (part: Partial<RecallSearch>) =>
      void navigate({ to: '/recall', replace: true, resetScroll: false, search: before => ({ ...before, ...part }) }),
    [navigate],
  )
  const { q, types, since, project } = search
  return { query: q ?? '', types, since, project, change }
}
