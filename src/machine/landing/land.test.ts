import { chmod, cp, mkdir, readdir, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Files, landingScene, writeFiles } from '../../../test/landing/scene.ts'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { readTree } from '../rescue/read-tree.ts'
import { readJournal } from './journal.ts'
import { land } from './land.ts'
import { digestOf } from './plan.ts'
import { settleCheckout } from './settle.ts'

let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

const landed = { outcome: 'landed', checkout: 'followed', submodules: [], kept: [] }

/** Everything in a folder but the parts of git's own that a look at it may change. */
async function everythingIn(path: string) {
  const entries = await readTree(path, each =>
    /^\.git\/(?:index|objects|flower-landing|refs\/flower|COMMIT_EDITMSG)/.test(each),
  )
  return Promise.all(entries.map(async each => `${each.kind} ${each.path} ${await digestOf(path, each.path)}`))
}

test("MAIN's branch moves and its checkout follows, with the reflog and the records in one transaction", async () => {
  const { path, git, to, from, wish, expectExactly, text } = await landingScene(
    ground,
    'follows',
    { 'change.txt': 'old\n', 'go/away.txt': 'x\n', 'stay.txt': 'x\n' },
    { 'change.txt': 'new\n', 'go/away.txt': null, 'deep/er/added.txt': 'added\n' },
  )
  await writeFiles(path, { '.git/info/exclude': 'ignored\n', ignored: 'mine\n', 'untracked/file': 'mine\n' })
  const before = await stat(join(path, 'stay.txt'))
  expect(await land({ ...wish, also: [{ ref: 'refs/flower/landed/1', to }] })).toEqual(landed)
  await expectExactly(to)
  expect(await text('change.txt')).toBe('new\n')
  expect(await text('deep/er/added.txt')).toBe('added\n')
  expect(await text('ignored')).toBe('mine\n')
  expect(await readdir(path)).not.toContain('go')
  expect(await git('rev-parse', 'refs/flower/landed/1')).toBe(to)
  expect(await git('reflog', '-1', '--format=%gs', 'main')).toBe('flower: land #7')
  expect((await stat(join(path, 'stay.txt'))).ino).toBe(before.ino)
  expect(await readJournal(wish.journalFolder)).toEqual({
    landing: 'one',
    ref: 'refs/heads/main',
    from,
    to,
    moves: [
      { ref: 'refs/heads/main', to },
      { ref: 'refs/flower/landed/1', to },
    ],
    point: 'done',
  })
})

test('once settled, the plainest of git sees nothing to do', async () => {
  const { git, wish, checkout } = await landingScene(ground, 'settled', { a: '1\n' }, { a: '2\n', b: 'b\n' })
  expect(await land(wish)).toEqual(landed)
  expect(await settleCheckout({ checkout, submodules: [], timeoutMs: 30_000 })).toEqual([])
  expect(await git('diff-files', '--name-only')).toBe('')
})

test('links, modes, odd names, and files that become folders and back follow too', async () => {
  const odd = 'söme "odd"\tname\n.txt'
  const bytes = Buffer.concat([Buffer.from(`${ground.path}/shapes/`), Buffer.from([0x66, 0xfc, 0xff])])
  const { path, to, wish, expectExactly, text } = await landingScene(
    ground,
    'shapes',
    {
      [odd]: 'old\n',
      'run.sh': 'run\n',
      file: 'a file\n',
      'folder/one/in': 'x\n',
      'folder/two': 'x\n',
      becomes: 'x\n',
    },
    async path => {
      await chmod(join(path, 'run.sh'), 0o755)
      for (const gone of ['file', 'folder', 'becomes']) await rm(join(path, gone), { recursive: true })
      await writeFiles(path, { [odd]: 'new\n', 'file/in': 'in a folder\n', folder: 'a file now\n' })
      await symlink('nowhere', join(path, 'becomes'))
      await symlink('folder', join(path, 'link'))
      await writeFile(bytes, 'bytes\n')
    },
  )
  expect(await land(wish)).toEqual(landed)
  await expectExactly(to)
  expect(await text(odd)).toBe('new\n')
  expect(await text('folder')).toBe('a file now\n')
  expect(await text('file/in')).toBe('in a folder\n')
  expect(await readlink(join(path, 'becomes'))).toBe('nowhere')
  expect((await stat(join(path, 'run.sh'))).mode & 0o111).toBe(0o111)
  expect((await stat(bytes)).size).toBe(6)
})

const before: Files = {
  changed: 'old\n',
  gone: 'x\n',
  unrelated: 'x\n',
  'folder/a': 'x\n',
  '.gitignore': 'secret*\n*.log\n',
}
const after: Files = {
  changed: 'new\n',
  gone: null,
  'folder/a': null,
  folder: 'file\n',
  secret: 's\n',
  'new/in/it': 'x\n',
}
const toFile = async (path: string) => {
  const { folder, ...rest } = after
  await writeFiles(path, rest)
  await rm(join(path, 'folder'), { recursive: true })
  await writeFiles(path, { folder: folder ?? '' })
  await ground.git(path, 'add', '-f', 'secret')
}

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
  const { path, wish, gitDir } = await landingScene(ground, name.replaceAll(' ', '-'), before, toFile)
  await work(path)
  const was = await everythingIn(path)
  expect(await land(wish)).toEqual({ outcome: 'dirty', files: [expected], kept: [] })
  expect(await everythingIn(path)).toEqual(was)
  expect(await readdir(gitDir)).not.toContain('index.lock')
  expect(await readJournal(wish.journalFolder)).toBeUndefined()
})

test('a file that is changed while files are put in place is left as it is, and all others are put back', async () => {
  const { path, from, wish, git, text } = await landingScene(ground, 'late', before, toFile)
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

test("the repository's hook is asked with what it is to be told, and its no leaves MAIN as it was", async () => {
  const { path, gitDir, from, to, wish, expectExactly } = await landingScene(ground, 'hook', before, toFile)
  const hook = join(gitDir, 'hooks', 'reference-transaction')
  await mkdir(join(gitDir, 'hooks'), { recursive: true })
  await writeFile(
    hook,
    '#!/bin/sh\nif [ "$1" = prepared ] && grep -q refs/heads/main && [ "$FLOWER_LANDING_TOKEN" != good ]; then echo "MAIN is guarded" >&2; exit 1; fi\n',
  )
  await chmod(hook, 0o755)
  const was = await everythingIn(path)
  const refused = await land({
    ...wish,
    hookEnv: { FLOWER_LANDING_TOKEN: 'bad' },
    also: [{ ref: 'refs/flower/landed/1', to }],
  })
  expect(refused).toMatchObject({
    outcome: 'refused_by_hook',
    output: expect.stringContaining('MAIN is guarded'),
    kept: [],
  })
  expect(await everythingIn(path)).toEqual(was)
  await expectExactly(from)
  expect(await land({ ...wish, hookEnv: { FLOWER_LANDING_TOKEN: 'good' } })).toEqual(landed)
  await expectExactly(to)
})

test('no other hook runs, and one that would fail stands in no way', async () => {
  const { gitDir, to, wish, expectExactly } = await landingScene(ground, 'other hooks', before, toFile)
  await mkdir(join(gitDir, 'hooks'), { recursive: true })
  for (const name of [
    'pre-commit',
    'commit-msg',
    'post-checkout',
    'post-merge',
    'post-index-change',
    'pre-merge-commit',
  ]) {
    await writeFile(join(gitDir, 'hooks', name), `#!/bin/sh\ntouch ${join(ground.path, 'hook-ran')}\nexit 1\n`)
    await chmod(join(gitDir, 'hooks', name), 0o755)
  }
  expect(await land(wish)).toEqual(landed)
  expect(await readdir(ground.path)).not.toContain('hook-ran')
  await rm(join(gitDir, 'hooks'), { recursive: true })
  await expectExactly(to)
})

test('a person who commits at the same time is kept out, or wins whole', async () => {
  const { path, git, from, to, wish, expectExactly, text } = await landingScene(ground, 'person', before, toFile)
  const said: string[] = []
  await land({
    ...wish,
    step: async point => {
      if (point === 'placing') said.push(await git('commit', '-qam', 'Mine').catch(String))
    },
  })
  expect(said[0]).toContain('index.lock')
  await expectExactly(to)
  // Past the index's lock, with a commit that was made elsewhere.
  await git('reset', '-q', '--hard', from)
  const theirs = await git('commit-tree', '-p', from, '-m', 'Theirs', `${from}^{tree}`)
  const step = async (point: string) => {
    if (point === 'placed') await git('update-ref', 'refs/heads/main', theirs)
  }
  expect(await land({ ...wish, landing: 'two', step })).toEqual({
    outcome: 'moved',
    ref: 'refs/heads/main',
    now: theirs,
    kept: [],
  })
  await expectExactly(theirs)
  expect(await text('changed')).toBe('old\n')
  expect(await readdir(path)).not.toContain('secret')
})

test('the branch must be where it was, and may only go on from there', async () => {
  const { git, from, to, wish } = await landingScene(ground, 'moved', before, toFile)
  expect(await land({ ...wish, from: to, to: from })).toEqual({ outcome: 'moved', ref: 'refs/heads/main', now: from })
  const aside = await git('commit-tree', '-m', 'Aside', `${to}^{tree}`)
  expect(await land({ ...wish, to: aside })).toEqual({ outcome: 'not_ahead' })
  expect(await land({ ...wish, to: 'main' })).toMatchObject({ outcome: 'failed' })
  expect(await land({ ...wish, also: [{ ref: 'HEAD', to }] })).toMatchObject({ outcome: 'failed' })
  expect(await land({ ...wish, also: [{ ref: 'refs/flower/x', from: to, to }] })).toMatchObject({
    outcome: 'moved',
    now: undefined,
  })
})

test('a branch that is checked out in another worktree is not moved away under it', async () => {
  const { path, git, from, to, wish } = await landingScene(ground, 'elsewhere', before, toFile)
  const other = join(ground.path, 'elsewhere-other')
  await git('worktree', 'add', '-q', '-b', 'epic', other, from)
  expect(await land({ ...wish, branch: 'epic' })).toEqual({ outcome: 'checked_out_elsewhere', path: other })
  expect(await git('rev-parse', 'epic')).toBe(from)
  const ownGitDir = join(path, '.git/worktrees/elsewhere-other')
  expect(await land({ ...wish, branch: 'epic', checkout: { path: other, ownGitDir } })).toEqual(landed)
  expect(await ground.git(other, 'status', '--porcelain')).toBe('')
  expect(await git('rev-parse', 'epic')).toBe(to)
})

test("somebody's unfinished merge or rebase in MAIN keeps landings off", async () => {
  const { path, git, from, wish } = await landingScene(ground, 'midway', before, toFile)
  const side = await git('commit-tree', '-p', from, '-m', 'Side', `${from}^{tree}`)
  await git('merge', '-q', '--no-commit', '--no-ff', side)
  expect(await land(wish)).toEqual({ outcome: 'under_way', path, sign: 'MERGE_HEAD' })
  await git('merge', '--abort')
  await git('commit', '-q', '--allow-empty', '-m', 'To rebase')
  const top = await git('rev-parse', 'main')
  await git('rebase', '-q', '-f', '--exec', 'false', 'HEAD~1').catch(() => {})
  expect(await land({ ...wish, from: top, to: top })).toMatchObject({ outcome: 'under_way', sign: 'rebase-merge' })
})

test('without a checkout, and with one on another branch, only the refs move', async () => {
  const { path, git, to, from, wish } = await landingScene(ground, 'bare', before, toFile)
  await git('switch', '-q', '-c', 'own')
  await writeFiles(path, { changed: 'mine\n' })
  expect(await land(wish)).toEqual({ ...landed, checkout: 'none' })
  expect(await git('status', '--porcelain')).toBe(' M changed')
  const gitDir = join(ground.path, 'bare.git')
  await ground.git(ground.path, 'clone', '-q', '--bare', path, gitDir)
  await ground.git(gitDir, 'fetch', '-q', path, to)
  await ground.git(gitDir, 'update-ref', 'refs/heads/main', from)
  const { checkout: _none, ...bare } = wish
  expect(await land({ ...bare, gitDir })).toEqual({ ...landed, checkout: 'none' })
  expect(await ground.git(gitDir, 'rev-parse', 'main')).toBe(to)
})

test("another git's lock is named and left alone", async () => {
  const { gitDir, from, wish, git } = await landingScene(ground, 'locked', before, toFile)
  await writeFile(join(gitDir, 'index.lock'), '')
  expect(await land(wish)).toEqual({ outcome: 'locked', file: join(gitDir, 'index.lock') })
  expect(await readdir(gitDir)).toContain('index.lock')
  expect(await git('rev-parse', 'main')).toBe(from)
})

test('what a sparse checkout leaves out stays out', async () => {
  const files = { 'in/a': 'old\n', 'out/b': 'old\n', 'out/c': 'old\n' }
  const { path, git, to, wish, expectExactly, text } = await landingScene(ground, 'sparse', files, {
    'in/a': 'new\n',
    'in/new': 'x\n',
    'out/b': 'new\n',
    'out/c': null,
    'out/new': 'x\n',
  })
  await git('sparse-checkout', 'set', 'in')
  expect(await land(wish)).toEqual(landed)
  await expectExactly(to)
  expect(await text('in/a')).toBe('new\n')
  expect(await readdir(path)).not.toContain('out')
  await git('sparse-checkout', 'disable')
  expect(await text('out/b')).toBe('new\n')
  expect((await readdir(join(path, 'out'))).sort()).toEqual(['b', 'new'])
})

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
  const { path, to, wish, git, text } = await landingScene(ground, 'disks', before, toFile)
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
