import { expect, test } from 'vitest'
import { claimablePath } from './file-claim.ts'
import { overlaps } from './path-overlap.ts'

test.each([
  ['src/a.ts', 'src/a.ts', true],
  ['src', 'src/a.ts', true],
  ['src/**', 'src/deep/a.ts', true],
  ['src/*.ts', 'src/a.ts', true],
  ['src/a*', 'src/b.ts', false],
  ['src/a', 'src/ab', false],
  ['**', 'anything', true],
  ['docs/**', 'src/**', false],
  ['src/{a,b}.ts', 'src/a.ts', true],
])('%s and %s: %s', (one, other, meet) => {
  expect(overlaps(one, other)).toBe(meet)
  expect(overlaps(other, one)).toBe(meet)
})

test('a path is kept in one spelling, and none leads out of the repository', () => {
  expect(claimablePath(' ./src//a.ts/ ')).toBe('src/a.ts')
  expect(claimablePath('src\\a.ts')).toBe('src/a.ts')
  for (const path of ['', '.', '/etc/passwd', '../other', 'src/../../x', 'C:\\x', '\\\\host\\x'])
    expect(() => claimablePath(path)).toThrow('no path within the repository')
})
