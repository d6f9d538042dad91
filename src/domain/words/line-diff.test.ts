import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countDiff, diffLines, unifiedDiff } from './line-diff.ts'

/** Few different lines, so that texts have much in common. */
const text = fc
  .array(fc.constantFrom('a', 'b', 'c', '', 'a longer line'), { maxLength: 30 })
  .map(lines => lines.join('\n'))
const side = (lines: ReturnType<typeof diffLines>, kind: 'plus' | 'minus'): string =>
  lines
    .filter(each => each.kind === 'same' || each.kind === kind)
    .map(each => each.text)
    .join('\n')

describe('the difference of two texts', () => {
  it('gives the one before and the one after back', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(before, after)
        expect(side(lines, 'minus')).toBe(before)
        expect(side(lines, 'plus')).toBe(after)
      }),
    )
  })

  it('is nothing between a text and itself', () => {
    fc.assert(
      fc.property(text, same => {
        expect(countDiff(same, same)).toEqual({ plus: 0, minus: 0 })
        expect(unifiedDiff(same, same)).toBe('')
      }),
    )
  })

  it('has no more changes than taking one away and adding the other', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { plus, minus } = countDiff(before, after)
        expect(plus).toBeLessThanOrEqual(after === '' ? 0 : after.split('\n').length)
        expect(minus).toBeLessThanOrEqual(before === '' ? 0 : before.split('\n').length)
      }),
    )
  })

  it('is found as the fewest lines', () => {
    expect(countDiff('a\nb\nc\na\nb\nb\na', 'c\nb\na\nb\na\nc')).toEqual({ plus: 2, minus: 3 })
  })

  it('is shown with the lines around it, and cut with a mark when it is long', () => {
    const before = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].join('\n')
    expect(unifiedDiff(before, before.replace('5', 'five'), { context: 1 })).toBe(' 4\n-5\n+five\n 6\n…')
    expect(unifiedDiff('', 'x\n'.repeat(100), { limit: 20 })).toMatch(/\n… cut at 20 characters$/)
  })

  it('is told whole when two long texts have nothing in common', () => {
    const lines = (mark: string): string => Array.from({ length: 3_000 }, (_, at) => `${mark}${at}`).join('\n')
    expect(countDiff(lines('a'), lines('b'))).toEqual({ plus: 3_000, minus: 3_000 })
  })
})
