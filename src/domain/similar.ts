/** Which words of a text tell what it is about: the input of "similar open Briefs while you type". */

const common = new Set(
  'a an and are as at be but by can do for from has have how i if in into is it its me my no not of on only or our out should so that the their then there they this to up was we what when where which who why will with would you your'.split(
    ' ',
  ),
)

/** At most 12 distinct telling words, in the order of their coming. */
export function tellingWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? []
  return [...new Set(words.filter(word => !common.has(word)))].slice(0, 12)
}

/** How much of the asked words a text has, 0 to 1. */
export function overlap(asked: string[], text: string): number {
  if (asked.length === 0) return 0
  const has = new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? [])
  return asked.filter(word => has.has(word)).length / asked.length
}
