/** What the page has read. */
import { QueryClient } from '@tanstack/react-query'
import { Refusal } from '#domain/refusal.ts'
import { keepFresh } from './freshness.ts'

/** Milliseconds. */
const askAgain = 3_000

/** Where the stream holds and only this read was lost, nothing else would ask again. Answers milliseconds. */
export const whenLost = ({ state: { error } }: { state: { error: unknown } }): number | false =>
  error instanceof Refusal && error.code === 'server.unreachable' && askAgain

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // Events say when something is old; the clock and the focus of the window don't.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 5 * 60_000,
      // A refusal stays one; an unreachable house is asked again when the stream is back.
      retry: false,
      refetchInterval: whenLost,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

export const fresh = keepFresh(queries)

/**
 * Resolves once the house has said who reads here, or that it won't. What may be done with a row hangs on that, so that
 * rows wait for it: one that came earlier would get its hands under the fingers of whoever is on it.
 */
export const whenKnown = new Promise<void>(resolve => {
  const stop = queries.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== 'system.info' || query.state.status === 'pending') return
    stop()
    resolve()
  })
})
