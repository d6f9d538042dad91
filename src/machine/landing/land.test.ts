import { chmod, mkdir, readdir, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { before, everythingIn, landed, landingScene, toAfter, writeFiles } from '../../../test/landing/scene.ts'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { readJournal } from './journal.ts'
import { land } from './land.ts'
import { moveRefs } from './land-ref.ts'
import { settleCheckout } from './settle.ts'

let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

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

test('a branch that is but a name for another is not landed on, and no ref is moved through one', async () => {
  const { gitDir, git, from, to, wish } = await landingScene(ground, 'named', { a: '1\n' }, { a: '2\n' })
  await git('branch', '-m', 'main', 'trunk')
  await git('symbolic-ref', 'refs/heads/main', 'refs/heads/trunk')
  const { checkout: _, ...bare } = wish
  expect(await land(bare)).toMatchObject({ outcome: 'failed', detail: expect.stringContaining('refs/heads/trunk') })
  const moves = [{ ref: 'refs/heads/main', from, to }]
  expect(await moveRefs({ gitDir, moves, reason: 'late' })).toEqual({ outcome: 'landed' })
  expect([await git('rev-parse', 'refs/heads/trunk'), await git('rev-parse', 'refs/heads/main')]).toEqual([from, to])
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

test("the repository's hook is asked with what it is to be told, and its no leaves MAIN as it was", async () => {
  const { path, gitDir, from, to, wish, expectExactly } = await landingScene(ground, 'hook', before, toAfter)
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
  const { gitDir, to, wish, expectExactly } = await landingScene(ground, 'other hooks', before, toAfter)
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
  const { path, git, from, to, wish, expectExactly, text } = await landingScene(ground, 'person', before, toAfter)
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
  const { git, from, to, wish } = await landingScene(ground, 'moved', before, toAfter)
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
  const { path, git, from, to, wish } = await landingScene(ground, 'elsewhere', before, toAfter)
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
  const { path, git, from, wish } = await landingScene(ground, 'midway', before, toAfter)
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
  const { path, git, to, from, wish } = await landingScene(ground, 'bare', before, toAfter)
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
  const { gitDir, from, wish, git } = await landingScene(ground, 'locked', before, toAfter)
  await writeFile(join(gitDir, 'index.lock'), '')
  expect(await land(wish)).toEqual({ outcome: 'locked', file: join(gitDir, 'index.lock') })
  expect(await readdir(gitDir)).toContain('index.lock')
  expect(await git('rev-parse', 'main')).toBe(from)
})
