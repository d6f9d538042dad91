import { useEffect, useRef, useState } from 'react'

/**
 * One thing on its way to the house. `run` is refused while another one is under way. A failure keeps its reason,
 * so that the text can stay until it was acknowledged. `isAway`: nobody can be reached; once that is over, what was
 * refused meanwhile is no news any more.
 */
export function useSending(isAway = false) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const under = useRef(false)
  useEffect(() => (isAway ? () => setRefused(null) : undefined), [isAway])
  const run = async (send: () => Promise<void>, then: () => void) => {
    if (under.current) return
    under.current = true
    setBusy(true)
    setRefused(null)
    try {
      await send()
      then()
    } catch (reason) {
      setRefused(reason instanceof Error ? reason.message : String(reason))
    } finally {
      under.current = false
      setBusy(false)
    }
  }
  return { busy, refused, run }
}
