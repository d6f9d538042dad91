import { Kbd } from '../../bloom/button.tsx'
import { useKeysOn } from '../../bloom/keys.ts'

/** Which key leads to something here, for those who use keys. */
export function KeyHint({ word, keys }: { word: string; keys: string }) {
  const on = useKeysOn()
  if (!on) return null
  return (
    <span className="dim small hint">
      {word} <Kbd>{keys}</Kbd>
    </span>
  )
}
