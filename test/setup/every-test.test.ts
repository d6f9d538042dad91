import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanEnvironment } from '../server.ts'

const root = join(import.meta.dirname, '../..')
const green = `import { test } from 'vitest'\ntest('is green', () => {})\n`
const red = `import { test } from 'vitest'\ntest('is red', () => { throw new Error('as ever') })\n`
/** Red the first time only. */
const early = `import { existsSync, writeFileSync } from 'node:fs'
import { test } from 'vitest'
test('comes too early', () => {
  if (existsSync('seen')) return
  writeFileSync('seen', '')
  throw new Error('too early')
})
`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flower-red-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** All tests of a folder with these files, as `npm test` runs them. */
function runEvery(files: Record<string, string>): { code: number | null; said: string } {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const script = pathToFileURL(join(root, 'scripts/every-test.mjs')).href
  const words = ['--input-type=module', '-e', `process.exit(await (await import('${script}')).everyTest())`]
  const ended = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8', env: cleanEnvironment() })
  return {
    code: ended.status,
    said: ended.stderr
      .split('\n')
      .filter(each => each.startsWith('flower: '))
      .join('\n'),
  }
}

test('what is red beside others and green by itself lets the run pass, and is named', () => {
  expect(runEvery({ 'early.test.js': early, 'green.test.js': green })).toEqual({
    code: 0,
    said: 'flower: once more, by themselves: early.test.js\nflower: red beside others, green by themselves: early.test.js',
  })
})

test('what is red by itself too is red', () => {
  const { code, said } = runEvery({ 'early.test.js': early, 'red.test.js': red })
  expect([code, said]).toEqual([1, 'flower: once more, by themselves: early.test.js red.test.js'])
})

test('where much is red nothing is run again', () => {
  const many = [1, 2, 3, 4, 5].map(each => [`red-${each}.test.js`, red])
  expect(runEvery(Object.fromEntries(many))).toEqual({ code: 1, said: '' })
})
