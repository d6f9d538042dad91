import { Kbd } from '../../bloom/button.tsx'

/** Which key leads to something here, for those who use keys. */
export function KeyHint({ word, keys }: { word: string; keys: string }) {
  return (
    <span className="dim small hint">
      {word} <Kbd>{keys}</Kbd>
    </span>
  )
}
