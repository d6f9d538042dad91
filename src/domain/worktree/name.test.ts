import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWorktreeName, nameForBranch, pathOf } from './name.ts'

test('two names never share a folder, and none lies in the folder of another', () => {
  const name = fc.stringMatching(/^[a-z0-9][a-z0-9._/-]{0,12}$/).filter(isWorktreeName)
  fc.assert(
    fc.property(name, name, (one, other) => {
      const [first, second] = [pathOf('/w', one), pathOf('/w', other)]
      expect(first === second).toBe(one === other)
      expect(second.startsWith(`${first}/`)).toBe(false)
    }),
  )
  expect(pathOf('/w', 'feat/a-b')).not.toBe(pathOf('/w', 'feat-a/b'))
})

test.each([
  '',
  '-x',
  'A',
  'a b',
  '../up',
  'a/../b',
  'a//b',
  'a/',
  '.hidden',
  'a/.b',
  'x.lock',
  'a.',
  'con',
  'main',
  'main/1',
  '$(id)',
  'é',
  'a\u202eb',
])('%j is no name', name => expect(isWorktreeName(name)).toBe(false))

test('whatever a branch is called, a name follows from it, which may have a number after it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 150 }), text => {
      expect(isWorktreeName(nameForBranch(text))).toBe(true)
      expect(isWorktreeName(`${nameForBranch(text)}-1234`)).toBe(true)
    }),
  )
  expect(nameForBranch('flower/4-roses')).toBe('4-roses')
  expect(nameForBranch('Feature/A B')).toBe('feature/a-b')
  expect(nameForBranch('flower/5-größe')).toBe('5-grosse')
  expect(nameForBranch('con')).toBe('branch-con')
  expect(['main', 'main/beds'].map(nameForBranch)).toEqual(['branch-main', 'branch-main-beds'])
  expect(isWorktreeName('main-beds')).toBe(true)
  expect(isWorktreeName(`${nameForBranch('x'.repeat(300))}-1234`)).toBe(true)
})
