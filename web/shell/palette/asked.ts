/** What somebody typed into the palette: words, and ids among them. Pure. */
import type { Referable } from '#domain/ref.ts'

export type Asked = { words: readonly string[]; refs: readonly { what: Referable; id: number }[] }

const marks: Readonly<Record<string, Referable>> = {
  '#': 'brief',
  '': 'brief',
  d: 'dispatch',
  q: 'decision',
  s: 'scratchpad',
  w: 'worktree',
  m: 'merge',
}
const id = /^([#dqswm]?)([1-9]\d{0,8})$/i

/** `land 4` → the word `land` and Brief #4. */
export function readAsked(text: string): Asked {
  const tokens = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const words: string[] = []
  const refs: Asked['refs'][number][] = []
  for (const token of tokens) {
    const [, mark = '', digits] = id.exec(token) ?? []
    const what = marks[mark]
    if (digits !== undefined && what !== undefined) refs.push({ what, id: Number(digits) })
    else words.push(token)
  }
  return { words, refs }
}

const inWords = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

export type Told = { name: string; also: string }

/**
 * How well something is meant by the words: each has to begin a word of it. Those of its name count more than those of
 * what is said about it, and a whole word more than its beginning. 0: it is not meant.
 */
export function likeness(words: readonly string[], { name, also }: Told): number {
  const [names, others] = [inWords(name), inWords(also)]
  let sum = 0
  for (const word of words.flatMap(inWords)) {
    const here = Math.max(weigh(word, names) * 4, weigh(word, others))
    if (here === 0) return 0
    sum += here
  }
  return sum
}

const weigh = (word: string, all: readonly string[]): number =>
  all.includes(word) ? 2 : all.some(each => each.startsWith(word)) ? 1 : 0
