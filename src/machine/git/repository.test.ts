import { chown, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { discoverRepository, type FoundRepository, suggestSlug } from './repository.ts'

let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

async function found(path: string, wanted?: string): Promise<FoundRepository> {
  const answer = await discoverRepository(path, wanted)
  if (answer.outcome !== 'found') throw new Error(JSON.stringify(answer))
  return answer
}

test('a plain repository is found with its checkout, branch, commit and name', async () => {
  const path = await ground.repository('plain')
  expect(await found(path)).toEqual({
    outcome: 'found',
    gitDir: join(path, '.git'),
    primaryPath: path,
    primaryMissing: undefined,
    primaryBranch: 'main',
    head: await ground.git(path, 'rev-parse', 'HEAD'),
    remote: undefined,
    name: 'plain',
    linkedWorktree: false,
  })
})

test('a folder with spaces and accents is kept byte for byte', async () => {
  const path = await ground.repository('My Projéct é $(touch x)')
  await mkdir(join(path, 'déep er'))
  expect(await found(join(path, 'déep er'))).toMatchObject({ primaryPath: path, name: 'my-project-e-touch-x' })
})

test('a folder name with a line break is no obstacle', async () => {
  const path = await ground.repository('two\nlines')
  expect(await found(path)).toMatchObject({ primaryPath: path, gitDir: join(path, '.git') })
})

test('from inside the git folder itself the checkout is found too', async () => {
  const path = await ground.repository('inside')
  expect(await found(join(path, '.git', 'refs'))).toMatchObject({ primaryPath: path, linkedWorktree: false })
})

test('from a linked worktree the primary checkout is found, not the worktree', async () => {
  const path = await ground.repository('linked')
  const worktree = join(ground.path, 'linked feature')
  await ground.git(path, 'worktree', 'add', '-q', '-b', 'feature', worktree)
  await mkdir(join(worktree, 'below'))
  const answer = await discoverRepository(join(worktree, 'below'), 'main')
  expect(answer).toMatchObject({ primaryPath: path, gitDir: join(path, '.git'), linkedWorktree: true })
})

test('a repository is found while a worktree of it is being added', async () => {
  const path = await ground.repository('adding')
  const record = join(path, '.git/worktrees/half')
  await mkdir(record, { recursive: true })
  await writeFile(join(record, 'HEAD'), `${'0'.repeat(40)}\n`)
  await writeFile(join(record, 'commondir'), '../..\n')
  await writeFile(join(record, 'gitdir'), `${join(ground.path, 'half/.git')}\n`)
  expect(await found(path)).toMatchObject({ primaryPath: path })
})

test('a path through a symbolic link gives the real one', async () => {
  const path = await ground.repository('real')
  const link = join(ground.path, 'shortcut')
  await symlink(path, link)
  expect(await found(link)).toEqual(await found(path))
})

test('a repository whose only branch is trunk is found, with and without a remote', async () => {
  const path = await ground.repository('on-trunk', 'trunk')
  expect(await found(path)).toMatchObject({ primaryBranch: 'trunk', remote: undefined })
  const clone = join(ground.path, 'trunk-clone')
  await ground.git(ground.path, 'clone', '-q', path, clone)
  expect(await found(clone)).toMatchObject({ primaryBranch: 'trunk', remote: { name: 'origin', url: path } })
})

test("the remote's HEAD decides, whatever is checked out", async () => {
  const path = await ground.repository('develops', 'develop')
  await ground.git(path, 'branch', 'main')
  const clone = join(ground.path, 'develops-clone')
  await ground.git(ground.path, 'clone', '-q', path, clone)
  await ground.git(clone, 'switch', '-q', 'main')
  expect(await found(clone)).toMatchObject({ primaryBranch: 'develop' })
})

test("when the remote's branch has no local one, the cure says how to make it", async () => {
  const path = await ground.repository('upstream')
  const clone = join(ground.path, 'upstream-clone')
  await ground.git(ground.path, 'clone', '-q', path, clone)
  await ground.git(clone, 'branch', '-q', '-m', 'feature')
  const answer = await discoverRepository(clone)
  expect(answer).toMatchObject({ outcome: 'unclear_branch', candidates: ['feature'] })
  expect(answer).toHaveProperty('cure', expect.stringContaining('git branch --track main origin/main'))
})

test('a stale HEAD of the remote is no sign', async () => {
  const path = await ground.repository('stale')
  await ground.git(path, 'remote', 'add', 'origin', join(ground.path, 'nowhere'))
  await ground.git(path, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/gone')
  expect(await found(path)).toMatchObject({ primaryBranch: 'main' })
})

test('two usual names at once are asked about, and a named one settles it', async () => {
  const path = await ground.repository('two-names', 'main')
  await ground.git(path, 'branch', 'master')
  expect(await discoverRepository(path)).toMatchObject({
    outcome: 'unclear_branch',
    candidates: ['main', 'master'],
    cure: expect.stringContaining('main, master'),
  })
  expect(await found(path, 'master')).toMatchObject({ primaryBranch: 'master' })
  expect(await discoverRepository(path, '--upload-pack=x')).toMatchObject({ outcome: 'unclear_branch' })
})

test('a feature branch in the checkout is not taken for the primary one', async () => {
  const path = await ground.repository('on-feature')
  await ground.git(path, 'switch', '-q', '-c', 'feature')
  expect(await discoverRepository(path)).toMatchObject({ outcome: 'unclear_branch' })
})

test('a detached checkout still has its primary branch', async () => {
  const path = await ground.repository('detached')
  await ground.git(path, 'branch', 'feature')
  await ground.git(path, 'switch', '-q', '--detach')
  expect(await found(path)).toMatchObject({ primaryBranch: 'main' })
})

test('a bare layout with sibling worktrees is found from either one, without a primary checkout', async () => {
  const source = await ground.repository('bare-source', 'trunk')
  await ground.git(source, 'branch', 'feature')
  const bare = join(ground.path, 'layout', 'shop.git')
  await ground.git(ground.path, 'clone', '-q', '--bare', source, bare)
  for (const branch of ['trunk', 'feature']) await ground.git(bare, 'worktree', 'add', '-q', `../${branch}`, branch)
  for (const folder of ['layout/trunk', 'layout/feature', 'layout/shop.git']) {
    const answer = await found(join(ground.path, folder))
    expect(answer).toMatchObject({ gitDir: bare, primaryMissing: 'bare', primaryBranch: 'trunk', name: 'shop' })
    expect(answer.primaryPath).toBeUndefined()
    expect(answer.linkedWorktree).toBe(folder !== 'layout/shop.git')
  }
})

test('a repository with its git folder elsewhere is found from its checkout', async () => {
  const path = join(ground.path, 'apart')
  await ground.git(ground.path, 'init', '-q', '-b', 'main', `--separate-git-dir=${path}-data`, path)
  await ground.git(path, 'commit', '-q', '--allow-empty', '-m', 'Start')
  expect(await found(path)).toMatchObject({ primaryPath: path, gitDir: `${path}-data` })
  await ground.git(path, 'worktree', 'add', '-q', '-b', 'feature', `${path}-feature`)
  expect(await discoverRepository(`${path}-feature`, 'main')).toMatchObject({ primaryMissing: 'not_recorded' })
})

test('a submodule is its own repository, not the one around it', async () => {
  const library = await ground.repository('library')
  const outer = await ground.repository('outer')
  await ground.git(outer, 'submodule', '--quiet', 'add', library, 'vendor/lib')
  expect(await found(join(outer, 'vendor/lib'))).toMatchObject({
    primaryPath: join(outer, 'vendor/lib'),
    gitDir: join(outer, '.git/modules/vendor/lib'),
    linkedWorktree: false,
  })
  expect(await found(join(outer, 'vendor'))).toMatchObject({ primaryPath: outer })
})

test('a primary checkout that was deleted is said to be gone', async () => {
  const path = await ground.repository('vanishing')
  const data = join(ground.path, 'vanishing-data')
  await ground.git(path, 'init', '-q', `--separate-git-dir=${data}`)
  await ground.git(path, 'config', 'core.worktree', path)
  await rm(path, { recursive: true })
  expect(await found(data)).toMatchObject({ primaryMissing: 'gone', primaryBranch: 'main' })
})

test('the variables that git sets for a hook send no call into the outer repository', async () => {
  const outer = await ground.repository('hooked')
  const asked = await ground.repository('asked')
  const before = await readFile(join(outer, '.git/index'))
  Object.assign(process.env, { GIT_DIR: join(outer, '.git'), GIT_INDEX_FILE: join(outer, '.git/index') })
  try {
    expect(await found(asked)).toMatchObject({ primaryPath: asked })
  } finally {
    for (const name of ['GIT_DIR', 'GIT_INDEX_FILE']) delete process.env[name]
  }
  expect(await readFile(join(outer, '.git/index'))).toEqual(before)
})

test('a repository without a commit is told to make one', async () => {
  const path = join(ground.path, 'empty')
  await ground.git(ground.path, 'init', '-q', '-b', 'master', path)
  expect(await discoverRepository(path)).toMatchObject({
    outcome: 'no_commit',
    gitDir: join(path, '.git'),
    cure: expect.stringContaining('commit --allow-empty'),
  })
})

test('a command that a cure proposes is safe to paste, whatever the folder is called', async () => {
  const path = join(ground.path, "$(touch x) it's")
  await ground.git(ground.path, 'init', '-q', path)
  const answer = await discoverRepository(path)
  expect(answer).toHaveProperty('cure', expect.stringContaining("$(touch x) it'\\''s'"))
})

test('a folder outside any repository, a file and nothing at all are told apart from one', async () => {
  const path = join(ground.path, 'no-repository')
  await mkdir(path)
  await writeFile(join(path, 'file'), '')
  expect(await discoverRepository(path)).toMatchObject({ outcome: 'no_repository' })
  expect(await discoverRepository(join(path, 'file'))).toMatchObject({ outcome: 'missing_folder' })
  expect(await discoverRepository(join(path, 'nothing'))).toMatchObject({ outcome: 'missing_folder' })
})

test('a machine without git is told to install it', async () => {
  const path = await ground.repository('gitless')
  const before = process.env.PATH
  process.env.PATH = join(ground.path, 'nothing')
  try {
    expect(await discoverRepository(path)).toMatchObject({ outcome: 'git_missing' })
  } finally {
    process.env.PATH = before
  }
})

test.runIf(process.getuid?.() === 0)("another user's repository is not trusted silently", async () => {
  const path = await ground.repository('foreign')
  await chown(path, 12345, 12345)
  await chown(join(path, '.git'), 12345, 12345)
  expect(await discoverRepository(path)).toMatchObject({
    outcome: 'not_trusted',
    cure: expect.stringContaining('safe.directory'),
  })
})

test("a secret in the remote's address stays out of the answer", async () => {
  const path = await ground.repository('secretive')
  await ground.git(path, 'remote', 'add', 'upstream', 'https://ada:s3cret@example.test/shop.git')
  expect(await found(path)).toMatchObject({ remote: { name: 'upstream', url: 'https://example.test/shop.git' } })
})

test('looking changes no file and starts no program that the repository names', async () => {
  const path = await ground.repository('untouched')
  const marker = join(ground.path, 'started')
  const program = join(ground.path, 'program.sh')
  await writeFile(program, `#!/bin/sh\ntouch "${marker}"\n`, { mode: 0o755 })
  await ground.git(path, 'config', 'core.fsmonitor', program)
  await ground.git(path, 'config', 'core.hooksPath', ground.path)
  const snapshot = async () => {
    const names = await readdir(path, { recursive: true })
    return Promise.all(names.sort().map(async name => [name, (await stat(join(path, name))).mtimeMs]))
  }
  const before = await snapshot()
  await found(path)
  expect(await snapshot()).toEqual(before)
  await expect(stat(marker)).rejects.toThrow('ENOENT')
})

test('a slug is plain, short and never empty', () => {
  expect(suggestSlug('Ünïcode & Söhne!')).toBe('unicode-sohne')
  expect(suggestSlug('проект')).toBe('project')
  expect(suggestSlug(`${'a'.repeat(39)}-b`)).toBe('a'.repeat(39))
})
