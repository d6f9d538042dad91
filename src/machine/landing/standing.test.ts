import { cp, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  before,
  everythingIn,
  type Files,
  landed,
  landingScene,
  toAfter,
  writeFiles,
} from '../../../test/landing/scene.ts'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { readJournal } from './journal.ts'
import { land } from './land.ts'
import { settleCheckout } from './settle.ts'

let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

const mischief: [string, (path: string) => Promise<unknown>, { path: string; why: string }][] = [
  [
    'a changed file that the landing changes',
    path => writeFiles(path, { changed: 'mine\n' }),
    { path: 'changed', why: 'modified' },
  ],
  [
    'a changed file that the landing removes',
    path => writeFiles(path, { gone: 'mine\n' }),
    { path: 'gone', why: 'modified' },
  ],
  [
    'a changed file that it leaves alone',
    path => writeFiles(path, { unrelated: 'mine\n' }),
    { path: 'unrelated', why: 'modified' },
  ],
  ['a deleted file', path => writeFiles(path, { unrelated: null }), { path: 'unrelated', why: 'modified' }],
  [
    'a staged file',
    async path => {
      await writeFiles(path, { staged: 'mine\n' })
      await ground.git(path, 'add', 'staged')
    },
    { path: 'staged', why: 'modified' },
  ],
  [
    'an untracked file where a file comes',
    path => writeFiles(path, { 'new/in/it': 'mine\n' }),
    { path: 'new/in/it', why: 'in_the_way' },
  ],
  [
    'an ignored file where a file comes',
    path => writeFiles(path, { secret: 'mine\n' }),
    { path: 'secret', why: 'in_the_way' },
  ],
  [
    'an untracked file where a folder comes',
    path => writeFiles(path, { new: 'mine\n' }),
    { path: 'new', why: 'in_the_way' },
  ],
  [
    'an ignored file in a folder that becomes a file',
    path => writeFiles(path, { 'folder/x.log': 'mine\n' }),
    { path: 'folder/x.log', why: 'in_the_way' },
  ],
  ['a link where a folder comes', path => symlink(ground.path, join(path, 'new')), { path: 'new', why: 'in_the_way' }],
  [
    'a change hidden from git as unchanged',
    async path => {
      await ground.git(path, 'update-index', '--assume-unchanged', 'changed')
      await writeFiles(path, { changed: 'mine\n' })
    },
    { path: 'changed', why: 'modified' },
  ],
  [
    'a change kept apart from git',
    async path => {
      await ground.git(path, 'update-index', '--skip-worktree', 'changed')
      await writeFiles(path, { changed: 'mine\n' })
    },
    { path: 'changed', why: 'modified' },
  ],
]

test.each(mischief)('%s keeps the landing off, and nothing is touched', async (name, work, expected) => {
  const { path, wish, gitDir } = await landingScene(ground, name.replaceAll(' ', '-'), before, toAfter)
  await work(path)
  const was = await everythingIn(path)
  expect(await land(wish)).toEqual({ outcome: 'dirty', files: [expected], kept: [] })
  expect(await everythingIn(path)).toEqual(was)
  expect(await readdir(gitDir)).not.toContain('index.lock')
  expect(await readJournal(wish.journalFolder)).toBeUndefined()
})

test('a file that is changed while files are put in place is left as it is, and all others are put back', async () => {
  const { path, from, wish, git, text } = await landingScene(ground, 'late', before, toAfter)
  const files: Files = { changed: 'mine\n' }
  const answer = await land({
    ...wish,
    step: async point => {
      if (point === 'placing' && files.changed) await writeFiles(path, files)
    },
  })
  expect(answer).toEqual({ outcome: 'dirty', files: [{ path: 'changed', why: 'modified' }], kept: [] })
  expect(await text('changed')).toBe('mine\n')
  expect(await git('status', '--porcelain')).toBe(' M changed')
  expect(await git('rev-parse', 'main')).toBe(from)
  expect(await readJournal(wish.journalFolder)).toMatchObject({ point: 'undone' })
})

test('a file that is changed after it was put in place stays, and is named', async () => {
  const { path, from, wish, git, text } = await landingScene(
    ground,
    'later',
    { a: 'old\n', b: 'old\n' },
    { a: 'new\n', b: 'new\n', c: 'new\n' },
  )
  const answer = await land({
    ...wish,
    step: async point => {
      if (point !== 'placed') return
      await writeFiles(path, { a: 'mine\n', c: 'mine\n' })
      throw new Error('the disk is full')
    },
  })
  expect(answer).toEqual({ outcome: 'failed', step: 'place', detail: 'the disk is full', kept: ['c', 'a'] })
  expect([await text('a'), await text('b'), await text('c')]).toEqual(['mine\n', 'old\n', 'mine\n'])
  expect(await git('rev-parse', 'main')).toBe(from)
})

test.each(['--no-sparse-index', '--sparse-index'])('what a sparse checkout leaves out stays out, %s', async how => {
  const files = { 'in/a': 'old\n', 'out/b': 'old\n', 'out/c': 'old\n' }
  const { path, git, to, wish, expectExactly, text } = await landingScene(ground, `sparse${how}`, files, {
    'in/a': 'new\n',
    'in/new': 'x\n',
    'out/b': 'new\n',
    'out/c': null,
    'out/new': 'x\n',
  })
  await git('sparse-checkout', 'set', how, 'in')
  expect(await land(wish)).toEqual(landed)
  await expectExactly(to)
  expect(await text('in/a')).toBe('new\n')
  expect(await readdir(path)).not.toContain('out')
  await git('sparse-checkout', 'disable')
  expect(await text('out/b')).toBe('new\n')
  expect((await readdir(join(path, 'out'))).sort()).toEqual(['b', 'new'])
})

test.each([['--split-index'], ['--index-version', '4'], ['--untracked-cache']])(
  'an index of another make follows, %s %s',
  async (...how) => {
    const { git, to, wish, expectExactly } = await landingScene(ground, how.join(''), before, toAfter)
    await git('update-index', ...how.filter(word => word !== undefined))
    expect(await land(wish)).toEqual(landed)
    await expectExactly(to)
  },
)

test('a file that is kept apart and is not there stays away; one that is as committed goes along', async () => {
  const { path, git, to, wish, text } = await landingScene(
    ground,
    'apart',
    { a: 'old\n', b: 'old\n' },
    { a: 'new\n', b: 'new\n' },
  )
  await git('update-index', '--skip-worktree', 'a', 'b')
  await rm(join(path, 'a'))
  expect(await land(wish)).toEqual(landed)
  expect(await text('b')).toBe('new\n')
  expect(await readdir(path)).not.toContain('a')
  expect(await git('ls-files', '-t')).toBe('S a\nS b\nH notes.md')
  expect(await git('rev-parse', 'main')).toBe(to)
})

test('line endings and filters are as in any checkout, by the rules that land', async () => {
  const { git, to, wish, expectExactly, text } = await landingScene(
    ground,
    'filters',
    { '.gitattributes': '', 'dos.txt': 'one\ntwo\n', 'upper.txt': 'x\n' },
    {
      '.gitattributes': '*.txt text eol=crlf\nupper.txt filter=upper\n',
      'dos.txt': 'one\n2\n',
      'upper.txt': 'loud\n',
      'new.txt': 'new\n',
    },
  )
  await git('config', 'filter.upper.smudge', 'tr a-z A-Z')
  await git('config', 'filter.upper.clean', 'tr A-Z a-z')
  expect(await land(wish)).toEqual(landed)
  await expectExactly(to)
  expect([await text('dos.txt'), await text('new.txt'), await text('upper.txt')]).toEqual([
    'one\r\n2\r\n',
    'new\r\n',
    'LOUD\r\n',
  ])
})

test('a filter that fails keeps the landing off, with its words', async () => {
  const { path, git, wish } = await landingScene(
    ground,
    'filter',
    { a: 'x\n' },
    { '.gitattributes': 'big filter=big\n', big: 'big\n', a: 'y\n' },
  )
  await git('config', 'filter.big.smudge', 'echo the store is away >&2; false')
  await git('config', 'filter.big.required', 'true')
  const was = await everythingIn(path)
  expect(await land(wish)).toMatchObject({
    outcome: 'failed',
    step: 'git read-tree',
    detail: expect.stringContaining('the store is away'),
  })
  expect(await everythingIn(path)).toEqual(was)
})

test('submodules are brought to their new commits afterwards, but not away from where somebody put them', async () => {
  const inner = await ground.repository('inner')
  const { path, git, to, wish, checkout, expectExactly } = await landingScene(ground, 'outer', {}, async path => {
    await ground.git(path, 'submodule', '--quiet', 'add', inner, 'sub')
  })
  await rm(join(path, 'sub'), { recursive: true, force: true })
  const first = await land(wish)
  expect(first).toEqual({ ...landed, submodules: [{ path: 'sub' }] })
  if (first.outcome !== 'landed') return
  expect(await readdir(join(path, 'sub'))).toEqual([])
  expect(await settleCheckout({ checkout, submodules: first.submodules, timeoutMs: 30_000 })).toEqual([])
  expect(await readdir(join(path, 'sub'))).toContain('notes.md')
  await expectExactly(to)
  const was = await ground.git(inner, 'rev-parse', 'HEAD')
  await writeFiles(inner, { 'new.txt': 'x\n' })
  await ground.git(inner, 'add', '-A')
  await ground.git(inner, 'commit', '-qm', 'New')
  const next = await ground.git(inner, 'rev-parse', 'HEAD')
  await git('update-index', '--cacheinfo', `160000,${next},sub`)
  const moved = await git('commit-tree', '-p', to, '-m', 'Move the submodule', await git('write-tree'))
  await git('reset', '-q')
  const second = await land({ ...wish, landing: 'two', from: to, to: moved })
  expect(second).toEqual({ ...landed, submodules: [{ path: 'sub', was }] })
  if (second.outcome !== 'landed') return
  await ground.git(join(path, 'sub'), 'commit', '-q', '--allow-empty', '-m', 'Mine')
  const warnings = await settleCheckout({ checkout, submodules: second.submodules, timeoutMs: 30_000 })
  expect(warnings).toEqual([expect.stringContaining('sub is left alone')])
  await ground.git(join(path, 'sub'), 'checkout', '-q', was)
  expect(await settleCheckout({ checkout, submodules: second.submodules, timeoutMs: 30_000 })).toEqual([])
  await expectExactly(moved)
})

test('a checkout on another disk than its git folder follows as well', async context => {
  const shm = await stat('/dev/shm').catch(() => undefined)
  if (shm === undefined || shm.dev === (await stat(ground.path)).dev) return context.skip()
  const { path, to, wish, git, text } = await landingScene(ground, 'disks', before, toAfter)
  const gitDir = `/dev/shm/flower-test-${process.pid}`
  try {
    await cp(join(path, '.git'), gitDir, { recursive: true })
    await rm(join(path, '.git'), { recursive: true })
    await writeFile(join(path, '.git'), `gitdir: ${gitDir}\n`)
    expect(await land({ ...wish, gitDir, checkout: { path, ownGitDir: gitDir } })).toEqual(landed)
    expect(await git('status', '--porcelain')).toBe('')
    expect([await git('rev-parse', 'main'), await text('changed')]).toEqual([to, 'new\n'])
  } finally {
    await rm(gitDir, { recursive: true, force: true })
  }
})

test('a folder that becomes a link while files are put in place leads nothing outside', async () => {
  const { path, wish, git } = await landingScene(
    ground,
    'detour',
    { 'a/x': 'old\n', b: 'old\n' },
    { 'a/x': 'new\n', b: 'new\n' },
  )
  const outside = join(ground.path, 'outside')
  await writeFiles(outside, { x: 'old\n' })
  const answer = await land({
    ...wish,
    step: async point => {
      if (point !== 'opened') return
      await rename(join(path, 'a'), join(path, 'a-moved'))
      await symlink(outside, join(path, 'a'))
    },
  })
  expect(answer).toMatchObject({ outcome: 'dirty', files: [{ path: 'a/x' }] })
  expect((await git('show', ':a/x')).trim()).toBe('old')
  expect(await readdir(outside)).toEqual(['x'])
})
