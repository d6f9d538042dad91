/** Which words of a text tell what it is about: the input of "similar open Briefs while you type". */
import { wordsOf } from './words.ts'

const common = new Set(
  'a an and are as at be but by can do for from has have how i if in into is it its me my no not of on only or our out should so that the their then there they this to up was we what when where which who why will with would you your'.split(
    ' ',
  ),
)

/** Words of three characters and more, in lower case. */
const longWords = (text: string): string[] => wordsOf(text.toLowerCase()).filter(word => word.length >= 3)

/** At most 12 distinct telling words, in the order of their coming. */
export function tellingWords(text: string): string[] {
  return [...new Set(longWords(text).filter(word => !common.has(word)))].slice(0, 12)
}

/** Those of the asked words that a text has. */
export function sharedWords(asked: readonly string[], text: string): string[] {
  const has = new Set(longWords(text))
  return asked.filter(word => has.has(word))
}
