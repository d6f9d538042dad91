import { expect, test } from 'vitest'
import { changeTexts, slugOf } from './text.ts'

test.each([
  ['Die Größe des Beets', 'die-grosse-des-beets'],
  ['Œuvre, smørrebrød, łąka', 'oeuvre-smorrebrod-laka'],
  ['STRASSE und Straße', 'strasse-und-strasse'],
  ['玫瑰', 'brief'],
])('%s is %s in the name of a branch', (title, slug) => expect(slugOf(title)).toBe(slug))

test('every text within a value is changed, and all else is kept', () => {
  const loud = (text: string) => text.toUpperCase()
  expect(changeTexts({ body: 'dig', list: ['dig', 1, null], deep: { flag: true, word: 'sow' } }, loud)).toEqual({
    body: 'DIG',
    list: ['DIG', 1, null],
    deep: { flag: true, word: 'SOW' },
  })
})
