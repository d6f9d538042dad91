/** What the page has read. */
import { QueryClient } from '@tanstack/react-query'
import { keepFresh } from './freshness.ts'

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // Events say when something is old; the clock and the focus of the window don't.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 5 * 60_000,
      // A refusal stays one; an unreachable house is asked again when the stream is back.
      retry: false,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

export const fresh = keepFresh(queries)
