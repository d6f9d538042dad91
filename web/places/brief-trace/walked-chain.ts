/** The walk over a Brief's chain: once when the page opens, and again when somebody asks for it. */
import { useCallback, useEffect, useState } from 'react'
import type { Output } from '#contract/catalogue.ts'
import { api } from '../../house/api.ts'

export type WalkedChain = {
  /** Undefined before the first walk is back, and when it could not be made. */
  result: Output<'trace.verify'> | undefined
  /** When it came back, in milliseconds. */
  at: number
  again: () => void
}

/** Not a read that events make fresh: new events are checked here, hash by hash, and the walk is dear. */
export function useWalkedChain(briefId: number): WalkedChain {
  const [walked, setWalked] = useState<{ result: Output<'trace.verify'>; at: number }>()
  const walk = useCallback(
    (signal?: AbortSignal) =>
      void api.call('trace.verify', { briefId }, { signal }).then(
        result => setWalked({ result, at: Date.now() }),
        // Without a walk nothing is called verified.
        () => signal?.aborted || setWalked(undefined),
      ),
    [briefId],
  )
  useEffect(() => {
    const stopped = new AbortController()
    walk(stopped.signal)
    return () => stopped.abort()
  }, [walk])
  return { result: walked?.result, at: walked?.at ?? 0, again: () => walk() }
}
