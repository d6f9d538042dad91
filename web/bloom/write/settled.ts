import { useEffect, useState } from 'react'

/** The text once nobody has typed for `pause` milliseconds: the house is asked for words and not for letters. */
export function useSettled(text: string, pause: number): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return settled
}
