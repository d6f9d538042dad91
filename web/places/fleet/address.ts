/** What of the fleet is shown: it lives in the address, and `#w3` leads to one worktree. */
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { readRef } from '#domain/ref.ts'
import { type Show, shows } from './tree.ts'

export type FleetSearch = { project?: string; show?: Show; q?: string }

/** Reads an address that anybody may have written. */
export function readSearch(search: Record<string, unknown>): FleetSearch {
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 500) : '') || undefined
  return {
    project: text(search.project),
    show: shows.find(show => show === search.show && show !== 'all'),
    q: text(search.q),
  }
}

export function useFleetAddress() {
  const search = useLocation({ select: location => location.search as FleetSearch })
  const hash = useLocation({ select: location => location.hash })
  const navigate = useNavigate()
  const change = useCallback(
    (part: Partial<FleetSearch>) =>
      void navigate({
        to: '/fleet',
        replace: true,
        resetScroll: false,
        search: before => readSearch({ ...before, ...part }),
      }),
    [navigate],
  )
  const asked = hash.startsWith('w') ? readRef('worktree', hash) : undefined
  return { project: search.project, show: search.show ?? 'all', words: search.q ?? '', asked, change }
}
