/** Which questions are shown: it lives in the address, and `#q12` leads to one of them. */
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { readRef } from '#domain/ref.ts'

export const shows = ['open', 'answered', 'withdrawn', 'all'] as const
export type Show = (typeof shows)[number]
export type DecisionsSearch = { show?: Show; project?: string }

/** Reads an address that anybody may have written. */
export function readSearch(search: Record<string, unknown>): DecisionsSearch {
  return {
    show: shows.find(show => show === search.show && show !== 'open'),
    project: (typeof search.project === 'string' ? search.project.slice(0, 60) : '') || undefined,
  }
}

export function useDecisionsAddress() {
  const search = useLocation({ select: location => location.search as DecisionsSearch })
  const hash = useLocation({ select: location => location.hash })
  const navigate = useNavigate()
  const change = useCallback(
    (part: Partial<DecisionsSearch>) =>
      void navigate({
        to: '/decisions',
        replace: true,
        resetScroll: false,
        hash: true,
        search: before => readSearch({ ...before, ...part }),
      }),
    [navigate],
  )
  const asked = hash.startsWith('q') ? readRef('decision', hash) : undefined
  return { project: search.project, show: search.show ?? 'open', asked, change }
}
