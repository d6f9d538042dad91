/** A text as words: letters, digits and underscore. Everything else only parts them, so no character of a query is an operator. */

const word = /[\p{L}\p{N}_]+/gu

/** In their order, as they were written. */
export const wordsOf = (text: string): string[] => text.match(word) ?? []

/** Words that a text has to hold side by side; a single word is the usual case. `open`: the last may be the beginning of a word. */
export type Phrase = { words: string[]; open: boolean }

/** Each word by itself; the last, which may still be being typed, is open. */
export function phrasesOf(words: readonly string[]): Phrase[] {
  return words.map((word, at) => ({ words: [word], open: at === words.length - 1 }))
}
