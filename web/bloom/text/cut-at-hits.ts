/** Where the words of a search stand in a text. Pure. */
import { wordsOf } from '#domain/recall/words.ts'

export type Piece = { text: string; hit: boolean }

/** More words of a search make nothing clearer. */
const mostWords = 16

/** A text cut at the words of a search, in order; the last may be the beginning of a word. Nothing in them is a pattern. */
export function cutAtHits(text: string, query: string): Piece[] {
  const words = wordsOf(query).slice(0, mostWords)
  if (words.length === 0 || text === '') return text === '' ? [] : [{ text, hit: false }]
  const last = words.at(-1)
  const asked = [...new Set(words)].toSorted((a, b) => b.length - a.length)
  const pattern = asked.map(word => (word === last ? word : `${word}(?![\\p{L}\\p{N}_])`)).join('|')
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}_])(?:${pattern})`, 'giu'))) {
    if (index > from) pieces.push({ text: text.slice(from, index), hit: false })
    pieces.push({ text: found, hit: true })
    from = index + found.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), hit: false })
  return pieces
}
