/** A log, read on as it grows. */
import { useEffect, useState } from 'react'
import { api } from '../../house/api.ts'
import { type Said, saidOf } from '../../house/failures.tsx'
import { grown, type LogLine } from './log-lines.ts'
import { type Place, placeKey } from './serving.ts'

/** Seconds for which one call waits; milliseconds until one that failed is made again. */
const [patience, again] = [25, 2_000]

export type Followed = {
  /** Undefined until the first answer. */
  lines: readonly LogLine[] | undefined
  failed: Said | undefined
}

/**
 * The last lines of a service and what it writes from now on. A browser has few connections to one host, and this holds
 * one: it lets go while nobody sees the tab, and only one log should be open.
 */
export function useFollowedLog(place: Place, service: string): Followed {
  const [followed, setFollowed] = useState<Followed>({ lines: undefined, failed: undefined })
  const key = placeKey(place)
  const isSeen = useIsSeen()
  useEffect(() => {
    if (!isSeen) return
    const over = new AbortController()
    setFollowed({ lines: undefined, failed: undefined })
    void follow({ place, service, over: over.signal }, setFollowed)
    return () => over.abort()
    // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the place
  }, [key, service, isSeen])
  return followed
}

type Following = { place: Place; service: string; over: AbortSignal }

async function follow(
  { place, service, over }: Following,
  change: (next: (before: Followed) => Followed) => void,
): Promise<void> {
  let after: number | undefined
  while (!over.aborted) {
    try {
      const how = after === undefined ? { lines: 200 } : { after, wait: patience }
      const answer = await api.call('service.logs', { service, ...place, ...how }, { signal: over })
      after = answer.after
      change(({ lines = [] }) => ({ lines: grown(lines, answer), failed: undefined }))
    } catch (reason) {
      if (over.aborted) return
      change(before => ({ ...before, failed: saidOf(reason) }))
      await new Promise(resolve => setTimeout(resolve, again))
    }
  }
}

function useIsSeen(): boolean {
  const [isSeen, setSeen] = useState(document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setSeen(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isSeen
}
