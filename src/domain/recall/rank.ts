/**
 * Orders what search found: how often a text holds the words, against its length (after BM25, Robertson and Zaragoza 2009),
 * more for words in a title, a little more for what is new. Pure, and linear in the characters that it is given.
 */
import type { Phrase } from './words.ts'

export type Candidate = { title: string; body: string; at: string }
export type Ranked<Found> = { found: Found; score: number; snippet: string }

/** How soon more of the same word stops counting, and how much length counts against a text. */
const saturation = 1.2
const lengthWeight = 0.75
/** One hit in a title is worth more than all that a body can give. */
const titleWeight = 2
const titleSaturation = 0.5
/** Days after which the bonus of the new has fallen to a third, and its greatest share of a score. */
const freshDays = 30
const freshShare = 0.25

/** Best first. Equal scores stay in the order in which they came. */
export function rank<Found extends Candidate>(
  candidates: readonly Found[],
  phrases: Phrase[],
  now: string,
): Ranked<Found>[] {
  const counted = candidates.map(found => ({ found, hits: phrases.map(phrase => countHits(found, phrase)) }))
  const average = candidates.reduce((sum, each) => sum + each.body.length, 1) / Math.max(1, candidates.length)
  const weights = phrases.map((_, at) => rarity(counted.filter(each => isHit(each.hits[at])).length, candidates.length))
  const scored = counted.map(({ found, hits }) => {
    const norm = saturation * (1 - lengthWeight + (lengthWeight * found.body.length) / average)
    const score = hits.reduce(
      (sum, { inBody, inTitle }, at) =>
        sum + (weights[at] ?? 0) * (inBody / (inBody + norm) + (titleWeight * inTitle) / (inTitle + titleSaturation)),
      0,
    )
    const first = hits.map(each => each.first).filter(at => at >= 0)
    return {
      found,
      score: round(score * freshness(found.at, now)),
      snippet: snippetOf(found.body, first.length > 0 ? Math.min(...first) : 0),
    }
  })
  return scored.sort((a, b) => b.score - a.score)
}

const round = (score: number): number => Math.round(score * 1_000) / 1_000

/** More for a word that few of the found texts hold; never nothing, because all of them may hold it. */
const rarity = (holders: number, all: number): number => Math.log(1 + (all - holders + 0.5) / (holders + 0.5)) + 0.2

function freshness(at: string, now: string): number {
  const days = Math.max(0, Date.parse(now) - Date.parse(at)) / 86_400_000
  return 1 + freshShare * Math.exp(-days / freshDays)
}

type Hits = { inBody: number; inTitle: number; first: number }

const isHit = (hits: Hits | undefined): boolean => hits !== undefined && hits.inBody + hits.inTitle > 0

/** `first` is the place of the first hit in the body, -1 when there is none. */
function countHits(found: Candidate, phrase: Phrase): Hits {
  const body = placesOf(found.body.toLowerCase(), phrase)
  return { inBody: body.count, inTitle: placesOf(found.title.toLowerCase(), phrase).count, first: body.first }
}

/** Counts at most a hundred: more of them make no difference. */
function placesOf(text: string, phrase: Phrase): { count: number; first: number } {
  const asked = phrase.words.join(' ').toLowerCase()
  let count = 0
  let first = -1
  for (let at = text.indexOf(asked); at >= 0 && count < 100; at = text.indexOf(asked, at + asked.length)) {
    if (!standsAlone(text, at, asked.length, phrase.open)) continue
    if (first < 0) first = at
    count++
  }
  return { count, first }
}

const letter = /[\p{L}\p{N}_]/u
const standsAlone = (text: string, at: number, length: number, open: boolean): boolean =>
  !letter.test(text.charAt(at - 1)) && (open || !letter.test(text.charAt(at + length)))

/** Characters before and after a hit. */
const before = 60
const around = 240

/** One line with the words around the first hit; whole words, and "…" where it was cut. */
function snippetOf(body: string, at: number): string {
  const start = Math.max(0, at - before)
  const end = Math.min(body.length, start + around)
  let cut = body.slice(start, end).toWellFormed().replaceAll('\uFFFD', '')
  if (start > 0) cut = cut.replace(/^\S{0,30}\s/, '')
  if (end < body.length) cut = cut.replace(/\s\S{0,30}$/, '')
  const line = cut.replace(/\s+/g, ' ').trim()
  return `${start > 0 ? '…' : ''}${line}${end < body.length ? '…' : ''}`
}
