import { describe, expect, test } from 'vitest'
import { cutAtRefs, isRef, refHref } from './refs.ts'

const found = (text: string) => cutAtRefs(text).flatMap(part => (part.ref ? [part.text] : []))

describe('references in a text', () => {
  test('every kind is found where people write it', () => {
    expect(found('See #4, q12 (d148), s399; w3 and m7.')).toEqual(['#4', 'q12', 'd148', 's399', 'w3', 'm7'])
  })
  test('what is part of a word, a path or an address stays text', () => {
    expect(found('a#4 x/q12 q12/x m7.ts abcd148 d148e #4a p.s3 https://x.y/#4 &#39; w-3 q')).toEqual([])
  })
  test('the parts put together are the text', () => {
    const text = '#1 und #2: q3'
    expect(
      cutAtRefs(text)
        .map(part => part.text)
        .join(''),
    ).toBe(text)
  })
  test('a Brief leads to its page, a decision to all of them, a worktree into the fleet, a landing to MAIN, and what has no place of its own leads nowhere', () => {
    expect(refHref('#4')).toBe('/briefs/4')
    expect(refHref('q12')).toBe('/decisions?show=all#q12')
    expect(refHref('w3')).toBe('/fleet#w3')
    expect(refHref('m7')).toBe('/main#m7')
    expect(['d148', 's399'].map(refHref)).toEqual(Array(2).fill(undefined))
  })
  test('only a whole reference is one', () => {
    expect([isRef('#4'), isRef('#'), isRef('q12 '), isRef('//x'), isRef('javascript:1')]).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })
})
