import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeTexts } from './merge.ts'

const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map(lines => lines.join('\n'))

describe('two texts that began at the same one', () => {
  test('where only one writer changed something, that writer’s text comes out', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(mergeTexts(base, changed, base)).toEqual({ text: changed, clashes: 0 })
        expect(mergeTexts(base, base, changed)).toEqual({ text: changed, clashes: 0 })
        expect(mergeTexts(base, changed, changed)).toEqual({ text: changed, clashes: 0 })
      }),
    )
  })
  test('changes in different places are both kept', () => {
    const merged = mergeTexts('one\ntwo\nthree\nfour', 'ONE\ntwo\nthree\nfour', 'one\ntwo\nthree\nfour\nfive')
    expect(merged).toEqual({ text: 'ONE\ntwo\nthree\nfour\nfive', clashes: 0 })
  })
  test('changes of the same line both stand there, marked, and no line of either is lost', () => {
    const merged = mergeTexts('one\ntwo', 'one\nmine', 'one\ntheirs')
    expect(merged.clashes).toBe(1)
    expect(merged.text).toBe('one\n<<<<<<< yours\nmine\n=======\ntheirs\n>>>>>>> theirs')
  })
  test('every line that a writer added comes out', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const merged = mergeTexts(base, mine, theirs).text.split('\n')
        const added = [...mine.split('\n'), ...theirs.split('\n')].filter(line => !base.split('\n').includes(line))
        for (const line of added) expect(merged).toContain(line)
      }),
    )
  })
})
