import { expect, test } from 'vitest'
import { likeness, readAsked } from './asked.ts'

test('ids are told from words, with their mark and without', () => {
  expect(readAsked(' land 4 ')).toEqual({ words: ['land'], refs: [{ what: 'brief', id: 4 }] })
  expect(readAsked('#4 d148 q12 m7 w3 S9').refs.map(({ what }) => what)).toEqual([
    'brief',
    'dispatch',
    'decision',
    'merge',
    'worktree',
    'scratchpad',
  ])
  expect(readAsked('d0 #04 w1x 1.5').refs).toEqual([])
  expect(readAsked('')).toEqual({ words: [], refs: [] })
})

test('a word of the name weighs more than one of the summary, and a whole word more than its beginning', () => {
  const told = { name: 'merge.submit land', also: 'Put a branch into the merge queue' }
  expect(likeness(['land'], told)).toBeGreaterThan(likeness(['lan'], told))
  expect(likeness(['land'], told)).toBeGreaterThan(likeness(['queue'], told))
  expect(likeness(['merge', 'nothing'], told)).toBe(0)
  expect(likeness(['merge.sub'], told)).toBeGreaterThan(0)
})

test('both halves of a name that is written as one are found', () => {
  expect(likeness(['spec'], { name: 'brief.writeSpec', also: '' })).toBeGreaterThan(0)
})
