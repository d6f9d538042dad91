import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diff } from '#domain/words/sequence-diff.ts'
import { lineDiff } from './line-diff.ts'

const kinds = (old: string, now: string) => lineDiff(old, now).map(line => `${line.kind} ${line.text}`)

describe('a diff of two texts', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 })

  test('it holds both texts whole', () => {
    fc.assert(
      fc.property(words, words, (old, now) => {
        const way = diff(old, now)
        expect(way.filter(step => step.kind !== 'add').map(step => step.item)).toEqual(old)
        expect(way.filter(step => step.kind !== 'del').map(step => step.item)).toEqual(now)
      }),
    )
  })
  test('no shorter way exists', () => {
    const shortest = (old: readonly string[], now: readonly string[]): number => {
      let row = Array.from({ length: now.length + 1 }, (_, place) => place)
      for (const [i, item] of old.entries()) {
        const next = [i + 1]
        for (const [j, other] of now.entries()) {
          const step = 1 + Math.min(row[j + 1] ?? 0, next[j] ?? 0)
          next.push(item === other ? (row[j] ?? 0) : step)
        }
        row = next
      }
      return row.at(-1) ?? 0
    }
    fc.assert(
      fc.property(words, words, (old, now) => {
        expect(diff(old, now).filter(step => step.kind !== 'same')).toHaveLength(shortest(old, now))
      }),
    )
  })
  test('what is removed stands before what replaces it', () => {
    expect(kinds('a\nb\nc\nd', 'a\nB\nC\nd')).toEqual(['same a', 'del b', 'del c', 'add B', 'add C', 'same d'])
  })
  test('inside a changed line the changed words are marked', () => {
    const [del, add] = lineDiff('three standing lanes', 'two standing lanes')
    expect(del?.words?.filter(word => word.changed).map(word => word.text)).toEqual(['three'])
    expect(add?.words?.filter(word => word.changed).map(word => word.text)).toEqual(['two'])
  })
  test('lines with hardly a word in common are not compared word by word', () => {
    expect(lineDiff('one two three', 'four five six').every(line => line.words === undefined)).toBe(true)
  })
  test('two texts without a common line are removed and added whole', () => {
    const many = (name: string) => Array.from({ length: 3000 }, (_, place) => `${name} ${place}`).join('\n')
    expect(lineDiff(many('old'), many('new'))).toHaveLength(6000)
  })
})
