import { cutAtHits } from './cut-at-hits.ts'

/** A text of somebody else with the words of a search marked. */
export function Hits({ text, query }: { text: string; query: string }) {
  return (
    <bdi className="hits">
      {cutAtHits(text, query).map((piece, place) =>
        piece.hit ? <mark key={place}>{piece.text}</mark> : <span key={place}>{piece.text}</span>,
      )}
    </bdi>
  )
}
