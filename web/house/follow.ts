/** A log, read on as it grows. */
import { useEffect, useRef, useState } from 'react'
import { type Said, saidOf } from './failures.tsx'

/** Seconds for which one call waits; milliseconds until one that failed is made again. */
const [patience, again] = [25, 2_000]

/** The newest lines, or what came after those that are known. */
export type From = { lines: number } | { after: number; wait: number }

export type Source<Answer, Line> = {
  read: (from: From, signal: AbortSignal) => Promise<Answer>
  grow: (before: readonly Line[], answer: Answer) => Line[]
}

export type Followed<Line> = {
  /** Undefined until the first answer. */
  lines: readonly Line[] | undefined
  /** Nothing more will come. */
  ended: boolean
  failed: Said | undefined
}

/**
 * The last lines of a log and what is written from now on; another log is another component. A browser has few
 * connections to one host, and this holds one: it lets go while nobody sees the tab, and goes on where it was after.
 */
export function useFollowed<Answer extends { after: number; ended?: boolean }, Line>(
  source: Source<Answer, Line>,
): Followed<Line> {
  const [followed, setFollowed] = useState<Followed<Line>>({ lines: undefined, ended: false, failed: undefined })
  const asked = useRef(source)
  const after = useRef<number>(undefined)
  const isSeen = useIsSeen()
  const isOn = isSeen && !followed.ended
  useEffect(() => {
    if (!isOn) return
    const over = new AbortController()
    const readOn = async () => {
      const from = after.current === undefined ? { lines: 200 } : { after: after.current, wait: patience }
      const answer = await asked.current.read(from, over.signal)
      if (over.signal.aborted) return
      after.current = answer.after
      setFollowed(({ lines = [] }) => ({
        lines: asked.current.grow(lines, answer),
        ended: answer.ended === true,
        failed: undefined,
      }))
    }
    const follow = async () => {
      while (!over.signal.aborted) {
        try {
          await readOn()
        } catch (reason) {
          if (over.signal.aborted) return
          setFollowed(before => ({ ...before, failed: saidOf(reason) }))
          await new Promise(resolve => setTimeout(resolve, again))
        }
      }
    }
    void follow()
    return () => over.abort()
  }, [isOn])
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
