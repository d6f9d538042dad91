/** A log, read on as it grows. */
import { useEffect, useRef, useState } from 'react'
import { api } from '../../house/api.ts'
import { type Said, saidOf } from '../../house/failures.tsx'
import { grown, type LogLine } from './log-lines.ts'
import type { Place } from './serving.ts'

/** Seconds for which one call waits; milliseconds until one that failed is made again. */
const [patience, again] = [25, 2_000]

export type Followed = {
  /** Undefined until the first answer. */
  lines: readonly LogLine[] | undefined
  failed: Said | undefined
}

/**
 * The last lines of a service and what it writes from now on; another service is another component. A browser has few
 * connections to one host, and this holds one: it lets go while nobody sees the tab, and goes on where it was after.
 */
export function useFollowedLog(place: Place, service: string): Followed {
  const [followed, setFollowed] = useState<Followed>({ lines: undefined, failed: undefined })
  const asked = useRef({ ...place, service })
  const after = useRef<number>(undefined)
  const isSeen = useIsSeen()
  useEffect(() => {
    if (!isSeen) return
    const over = new AbortController()
    const readOn = async () => {
      const how = after.current === undefined ? { lines: 200 } : { after: after.current, wait: patience }
      const answer = await api.call('service.logs', { ...asked.current, ...how }, { signal: over.signal })
      if (over.signal.aborted) return
      after.current = answer.after
      setFollowed(({ lines = [] }) => ({ lines: grown(lines, answer), failed: undefined }))
    }
    const follow = async () => {
      while (!over.signal.aborted) {
        try {
          await readOn()
        } catch (reason) {
          if (over.signal.aborted) return
          setFollowed(({ lines }) => ({ lines, failed: saidOf(reason) }))
          await new Promise(resolve => setTimeout(resolve, again))
        }
      }
    }
    void follow()
    return () => over.abort()
  }, [isSeen])
  return followed
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
