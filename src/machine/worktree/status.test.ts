import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isWorktreeName, pathOf } from '#domain/worktree/name.ts'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { listWorktrees } from './list.ts'
import { rescuePrefix } from './name.ts'
import { isSamePlace, liesBelow } from './same-place.ts'
import { statusOf } from './status.ts'

let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

async function commit(place: string, file: string, text: string): Promise<string> {
  await writeFile(join(place, file), text)
  await ground.git(place, 'add', '-A')
  await ground.git(place, 'commit', '-q', '-m', `Write ${file}`)
  return ground.git(place, 'rev-parse', 'HEAD')
}

test('no two names share a folder, on a case-blind disk neither, and none lies in another', () => {
  const name = fc.stringMatching(/^[a-z0-9][a-z0-9._/+-]{0,8}$/).filter(isWorktreeName)
  fc.assert(
    fc.property(name, name, (one, other) => {
      const [first, second] = [pathOf('/root', one), pathOf('/root', other)]
      expect(first.toLowerCase() === second.toLowerCase()).toBe(one === other)
      expect(second.startsWith(`${first}/`)).toBe(false)
    }),
  )
  expect(pathOf('/root', 'feat/a-b')).not.toBe(pathOf('/root', 'feat-a/b'))
  expect(rescuePrefix('a/1').startsWith(rescuePrefix('a'))).toBe(false)
})

test('names that git, Windows or a shell would take for something else are none', () => {
  const odd = [
    '',
    'A',
    '-a',
    '.a',
    'a..b',
    'a/',
    'a//b',
    'a/.b',
    'a.lock',
    'a b',
    '$(id)',
    'a+b',
    'é',
    'con',
    'a/nul.x',
    'a.',
  ]
  expect(odd.filter(isWorktreeName)).toEqual([])
  expect(['a', '12-a_b.c', 'feat/a-b', 'console'].every(isWorktreeName)).toBe(true)
})

test('a worktree is told with branch, distance, counts and what is under way, each time anew', async () => {
  const main = await ground.repository('told')
  await writeFile(join(main, '.gitignore'), 'build\n')
  const base = await commit(main, 'work', 'base')
  const folder = join(ground.path, 'worktree')
  await ground.git(main, 'worktree', 'add', '-q', '-b', 'feature', folder)
  const head = await commit(folder, 'work', 'mine')
  const newer = await commit(main, 'work', 'theirs')
  await writeFile(join(folder, 'notes.md'), 'changed')
  await mkdir(join(folder, 'new'))
  for (const file of ['new/one', 'new/two words']) await writeFile(join(folder, file), file)
  await mkdir(join(folder, 'build'))
  for (const file of ['a', 'b']) await writeFile(join(folder, 'build', file), file)
  const ask = (at: string) => statusOf({ gitDir: join(main, '.git'), folder, base: at })
  const counts = { modified: 1, untracked: 2, unmerged: 0, ignored: 1 }
  const expected = { outcome: 'read', branch: 'feature', head, ahead: 1, ...counts }
  expect(await ask(base)).toEqual({ ...expected, behind: 0, underWay: [] })
  expect(await ask(newer)).toEqual({ ...expected, behind: 1, underWay: [] })
  await ground.git(folder, 'checkout', '-q', 'HEAD', 'notes.md')
  await expect(ground.git(folder, 'merge', '-q', 'main')).rejects.toThrow('CONFLICT')
  expect(await ask(newer)).toMatchObject({ unmerged: 1, underWay: ['merge'] })
  await ground.git(folder, 'merge', '--abort')
  await expect(ground.git(folder, 'rebase', '-q', 'main')).rejects.toThrow('CONFLICT')
  expect(await ask(newer)).toMatchObject({ branch: undefined, underWay: ['rebase'] })
  await ground.git(folder, 'rebase', '--abort')
  await ground.git(folder, 'switch', '-q', '-c', 'another')
  expect(await ask(newer)).toMatchObject({ branch: 'another', underWay: [] })
})

test('gone, locked, detached and bare entries are told apart', async () => {
  const main = await ground.repository('listed')
  const add = (name: string) => ground.git(main, 'worktree', 'add', '-q', '--detach', join(ground.path, name))
  for (const name of ['two\nlines', 'gone', 'locked']) await add(name)
  await rm(join(ground.path, 'gone'), { recursive: true })
  await ground.git(main, 'worktree', 'lock', '--reason', 'why: this', join(ground.path, 'locked'))
  const listing = await listWorktrees(join(main, '.git'))
  const entries = listing.outcome === 'listed' ? listing.worktrees : []
  const named = Object.fromEntries(entries.map(entry => [entry.path.slice(ground.path.length + 1), entry]))
  expect(named.listed).toMatchObject({ primary: true, branch: 'main', detached: false })
  expect(named['two\nlines']).toMatchObject({ primary: false, detached: true, prunable: undefined })
  expect(named.gone?.prunable).toContain('non-existent')
  expect(named.locked).toMatchObject({ locked: 'why: this' })
  expect(await statusOf({ gitDir: join(main, '.git'), folder: join(ground.path, 'gone') })).toEqual({
    outcome: 'missing',
  })
  expect(await statusOf({ gitDir: join(main, '.git'), folder: main })).toEqual({ outcome: 'not_registered' })
  await ground.git(ground.path, 'clone', '-q', '--bare', main, 'bare.git')
  const bare = await listWorktrees(join(ground.path, 'bare.git'))
  expect(bare).toMatchObject({ worktrees: [{ bare: true, head: undefined, primary: true }] })
})

test('one place reached by two ways is one place', async () => {
  await mkdir(join(ground.path, 'place', 'inner'), { recursive: true })
  await symlink(join(ground.path, 'place'), join(ground.path, 'way'))
  expect(await isSamePlace(join(ground.path, 'place', 'inner'), join(ground.path, 'way', 'inner'))).toBe(true)
  expect(await isSamePlace(join(ground.path, 'place', 'new'), join(ground.path, 'way', 'new'))).toBe(true)
  expect(await isSamePlace(join(ground.path, 'place'), join(ground.path, 'place', 'inner'))).toBe(false)
  expect(await liesBelow(join(ground.path, 'way', 'inner'), join(ground.path, 'place'))).toBe(true)
  expect(await liesBelow(join(ground.path, 'place-beside'), join(ground.path, 'place'))).toBe(false)
  expect(await liesBelow(join(ground.path, 'way'), join(ground.path, 'place'))).toBe(false)
})
