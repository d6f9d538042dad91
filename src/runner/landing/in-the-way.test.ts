import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DirtyFile } from '#machine/landing/standing.ts'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { wordsOfDirty } from './in-the-way.ts'

let ground: PracticeGround
let garden: string
beforeAll(async () => {
  ground = await practiceGround()
  garden = await ground.repository('garden')
  await writeFile(join(garden, '.gitignore'), '.env*\ncache/\n')
  await ground.git(garden, 'add', '-A')
  await ground.git(garden, 'commit', '-q', '-m', 'Ignore secrets')
  for (const folder of ['cache', 'beds']) await mkdir(join(garden, folder))
  for (const file of ['.env.prod', 'cache/one', 'beds/west', 'notes.md']) await writeFile(join(garden, file), 'mine\n')
  await ground.git(garden, 'init', '-q', 'pond')
  await writeFile(join(garden, 'pond/frog'), 'green\n')
})
afterAll(() => ground.remove())

const words = (...files: [string, DirtyFile['why']][]): Promise<string> =>
  wordsOfDirty(join(garden, '.git'), garden, files.map(([path, why]) => ({ path, why }))) // biome-ignore format: one line

test('main.rescue is named for what it moves out of the way of a landing', async () => {
  expect(await words(['notes.md', 'modified'])).toBe(
    'MAIN has changes in the way: notes.md. main.rescue moves them into a worktree.',
  )
  expect(await words(['beds/west', 'in_the_way'], ['pond/frog', 'in_the_way'])).toBe(
    'MAIN has changes in the way: beds/west, pond/frog. main.rescue moves them into a worktree.',
  )
})

test('what git ignores is moved away by hand, and its place is said', async () => {
  const told = await words(['.env.prod', 'in_the_way'], ['cache/one', 'in_the_way'])
  expect(told).toBe(
    `MAIN has files in the way: .env.prod, cache/one. main.rescue leaves what git does not look at; move away by hand: ${garden}/.env.prod, ${garden}/cache/one`,
  )
  const both = await words(['.env.prod', 'in_the_way'], ['beds/west', 'in_the_way'])
  expect(both).toContain('in the way: beds/west. main.rescue moves them')
  expect(both).toContain(`by hand: ${garden}/.env.prod`)
})

test('so is a file that a sparse checkout leaves out, while one that only somebody’s mark hides is moved', async () => {
  expect(await words(['notes.md', 'outside_sparse'])).toContain('main.rescue moves them')
  await ground.git(garden, 'sparse-checkout', 'set', 'beds')
  expect(await words(['notes.md', 'outside_sparse'])).toContain(`by hand: ${garden}/notes.md`)
})
