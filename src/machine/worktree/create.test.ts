import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '#domain/worktree/name.ts'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { run } from '../command.ts'
import type { SettledBranch } from './branch.ts'
import { type CreationWish, createWorktree } from './create.ts'
import { listWorktrees } from './list.ts'
import { excludeLocally } from './local-exclude.ts'
import { warmUp } from './pool.ts'
import { statusOf } from './status.ts'
import { undoCreation } from './undo.ts'

let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

const tip = (place: string, ref = 'main') => ground.git(place, 'rev-parse', ref)

async function wishFor(main: string, name: string, more: Partial<CreationWish> = {}): Promise<CreationWish> {
  const gitDir = await ground.git(main, 'rev-parse', '--path-format=absolute', '--git-common-dir')
  const folder = pathOf(
    join(ground.path, 'root'),
    `${basename(main)
      .toLowerCase()
      .replace(/[^a-z]+/g, '-')}-${name}`,
  )
  const base = more.base ?? (await tip(main))
  const wish = {
    gitDir,
    folder,
    branch: `flower/${name}`,
    name,
    base,
    primaryBranch: 'main',
    existing: 'continue' as const,
  }
  return { ...wish, largeFiles: 'whole', timeoutMs: 60_000, ...more }
}

async function commit(place: string, file: string, text = file): Promise<string> {
  await writeFile(join(place, file), text)
  await ground.git(place, 'add', '-A')
  await ground.git(place, 'commit', '-q', '-m', `Write ${file}`)
  return tip(place, 'HEAD')
}

test('a repository in a folder with spaces and accents gets its worktree on its branch, and MAIN is untouched', async () => {
  const main = await ground.repository('My Projéct é')
  const wish = await wishFor(main, '7-first')
  const made = await createWorktree(wish)
  expect(made).toMatchObject({
    outcome: 'created',
    path: wish.folder,
    base: wish.base,
    start: 'base',
    from: 'cold',
    warnings: [],
  })
  expect(await ground.git(wish.folder, 'status', '--porcelain', '--branch')).toBe('## flower/7-first')
  expect(await readFile(join(wish.folder, 'notes.md'), 'utf8')).toBe('notes\n')
  expect(await ground.git(main, 'status', '--porcelain', '--branch')).toBe('## main')
  const elsewhere = { ...wish, folder: `${wish.folder}-elsewhere` }
  expect(await createWorktree(elsewhere)).toMatchObject({ outcome: 'branch_in_use', path: wish.folder })
  expect(await createWorktree(wish)).toEqual({ outcome: 'exists', path: wish.folder })
  expect(await createWorktree({ ...wish, branch: 'flower/other' })).toEqual({ outcome: 'exists', path: wish.folder })
})

test('the base is the commit that was named, wherever anybody stands', async () => {
  const main = await ground.repository('base')
  const old = await wishFor(main, 'old')
  await createWorktree(old)
  await commit(old.folder, 'only-in-old')
  const newer = await commit(main, 'newer')
  const made = await createWorktree(await wishFor(main, 'new', { base: newer }))
  expect(made).toMatchObject({ outcome: 'created', head: newer, base: newer })
  expect(await createWorktree(await wishFor(main, 'bad', { base: 'main' }))).toMatchObject({ outcome: 'unknown_base' })
})

test('twenty at once all succeed, with the settings locked by somebody at the start', async () => {
  const main = await ground.repository('crowd')
  const lock = join(main, '.git', 'config.lock')
  await writeFile(lock, '')
  const names = Array.from({ length: 20 }, (_, at) => `crowd-${at}`)
  const made = Promise.all(names.map(async name => createWorktree(await wishFor(main, name))))
  await rm(lock)
  expect((await made).map(each => each.outcome)).toEqual(names.map(() => 'created'))
})

test('of those that want one branch or one folder at once, whoever is first gets it and the others are told why', async () => {
  const main = await ground.repository('rivals')
  const wish = await wishFor(main, 'wanted')
  const sameBranch = { ...wish, folder: `${wish.folder}-elsewhere` }
  const sameFolder = { ...wish, branch: 'flower/another' }
  const answers = await Promise.all([wish, sameBranch, sameFolder].map(each => createWorktree(each)))
  const [first, ofBranch, ofFolder] = answers.map(each => each.outcome)
  if (first === 'created') expect([ofBranch, ofFolder]).toEqual(['branch_in_use', 'exists'])
  else {
    expect([ofBranch, ofFolder]).toContain('created')
    expect(first).toBe(ofBranch === 'created' ? 'branch_in_use' : 'exists')
  }
  const rivals = [wish, sameBranch, sameFolder].filter((_, at) => answers[at]?.outcome === 'created')
  for (const made of rivals) expect(await statusOf(made)).toMatchObject({ branch: made.branch, modified: 0 })
})

test('a branch with commits is continued, or begun anew with its tip kept under a rescue ref', async () => {
  const main = await ground.repository('again')
  const wish = await wishFor(main, 'work')
  await createWorktree(wish)
  const work = await commit(wish.folder, 'work')
  await ground.git(main, 'worktree', 'remove', wish.folder)
  expect(await createWorktree(wish)).toMatchObject({
    outcome: 'created',
    head: work,
    start: 'continued',
    base: wish.base,
  })
  await ground.git(main, 'worktree', 'remove', wish.folder)
  const anew = await createWorktree({ ...wish, existing: 'anew' })
  expect(anew).toMatchObject({
    outcome: 'created',
    head: wish.base,
    start: 'base',
    rescue: 'refs/flower/rescue/work/1',
  })
  expect(await tip(main, 'refs/flower/rescue/work/1')).toBe(work)
})

test('a folder that was deleted by hand is made anew, and what was staged there is kept', async () => {
  const main = await ground.repository('deleted')
  const wish = await wishFor(main, 'gone')
  await createWorktree(wish)
  await writeFile(join(wish.folder, 'staged'), 'staged by hand')
  await ground.git(wish.folder, 'add', 'staged')
  const blob = await ground.git(wish.folder, 'rev-parse', ':staged')
  await rm(wish.folder, { recursive: true })
  const made = await createWorktree(wish)
  expect(made).toMatchObject({ outcome: 'created', path: wish.folder, staleKept: 'refs/flower/rescue/gone/1' })
  expect(await ground.git(main, 'cat-file', 'blob', `refs/flower/rescue/gone/1:kept/${blob}`)).toBe('staged by hand')
})

test('a folder with something else in it is refused and left alone', async () => {
  const main = await ground.repository('occupied')
  const wish = await wishFor(main, 'taken')
  await mkdir(wish.folder, { recursive: true })
  await writeFile(join(wish.folder, 'mine'), 'mine')
  expect(await createWorktree(wish)).toEqual({ outcome: 'occupied', path: wish.folder })
  expect(await readdir(wish.folder)).toEqual(['mine'])
})

test('the primary branch, and names that only differ by case or lie in each other, are refused', async () => {
  const main = await ground.repository('names')
  await ground.git(main, 'branch', 'docs')
  const ask = async (branch: string) => createWorktree(await wishFor(main, 'x', { branch }))
  expect(await ask('main')).toMatchObject({ outcome: 'bad_branch', reason: 'primary' })
  expect(await ask('DOCS/x')).toMatchObject({ outcome: 'branch_collides', with: 'docs' })
  expect(await ask('Docs')).toMatchObject({ outcome: 'branch_collides', with: 'docs' })
  expect(await ask('-x')).toMatchObject({ outcome: 'bad_branch', reason: 'no_name' })
  expect(await ask('x y')).toMatchObject({ outcome: 'bad_branch', reason: 'no_name' })
})

test('a branch named like a command is only a name', async () => {
  const main = await ground.repository('shell')
  const wish = await wishFor(main, 'shell', { branch: 'x$(touch${IFS}pwn);`id`|y' })
  expect(await createWorktree(wish)).toMatchObject({ outcome: 'created' })
  expect(await statusOf(wish)).toMatchObject({ branch: wish.branch })
})

test('a branch that only the remote has is continued from the remote, without tracking it', async () => {
  const origin = await ground.repository('origin')
  await ground.git(origin, 'switch', '-q', '-c', 'flower/theirs')
  const theirs = await commit(origin, 'theirs')
  await ground.git(origin, 'switch', '-q', 'main')
  await ground.git(ground.path, 'clone', '-q', origin, 'clone')
  const wish = await wishFor(join(ground.path, 'clone'), 'theirs')
  expect(await createWorktree(wish)).toMatchObject({
    outcome: 'created',
    head: theirs,
    start: 'remote',
    path: wish.folder,
  })
  expect(await ground.git(wish.folder, 'config', '--get-regexp', '^branch\\.').catch(() => 'none')).not.toContain(
    'theirs',
  )
})

test('a checkout that fails or hangs is undone with its reason, and the branch with it', async () => {
  const main = await ground.repository('smudge')
  await writeFile(join(main, '.gitattributes'), '*.bin filter=lfs\n')
  await ground.git(main, 'config', 'filter.lfs.smudge', 'cat; sleep 600')
  await ground.git(main, 'config', 'filter.lfs.clean', 'cat')
  await ground.git(main, 'config', 'filter.lfs.required', 'true')
  const base = await commit(main, 'large.bin', 'pointer to something large')
  const slow = await wishFor(main, 'slow', { base, timeoutMs: 700 })
  expect(await createWorktree(slow)).toMatchObject({
    outcome: 'unproven',
    reason: expect.stringContaining('longer than'),
  })
  await ground.git(main, 'config', 'filter.lfs.smudge', 'false')
  const failing = await wishFor(main, 'failing', { base })
  expect(await createWorktree(failing)).toMatchObject({
    outcome: 'unproven',
    reason: expect.stringContaining('smudge'),
  })
  for (const { folder } of [slow, failing]) await expect(readdir(folder)).rejects.toThrow('ENOENT')
  expect(await ground.git(main, 'branch', '--list', 'flower/*')).toBe('')
  const listing = await listWorktrees(slow.gitDir)
  expect(listing.outcome === 'listed' && listing.worktrees.map(each => each.path)).toEqual([main])
  const pointers = await createWorktree(await wishFor(main, 'pointers', { base, largeFiles: 'pointers' }))
  expect(pointers).toMatchObject({ outcome: 'created', warnings: [expect.stringContaining('1 large files')] })
})

test('submodules are there, or a warning says why not', async () => {
  const library = await ground.repository('library')
  const main = await ground.repository('with-submodule')
  await ground.git(main, 'submodule', 'add', '-q', library, 'lib')
  await ground.git(main, 'commit', '-q', '-m', 'Add lib')
  const wish = await wishFor(main, 'sub')
  expect(await createWorktree(wish)).toMatchObject({ outcome: 'created', warnings: [] })
  expect(await readdir(join(wish.folder, 'lib'))).toContain('notes.md')
  await rm(library, { recursive: true })
  const warned = await createWorktree(await wishFor(main, 'sub-gone'))
  expect(warned).toMatchObject({ outcome: 'created', warnings: [expect.stringContaining('submodules are not there')] })
})

test('a bare repository with worktrees beside it, and one with a sparse checkout, get theirs', async () => {
  const source = await ground.repository('source')
  const base = await commit(source, 'more')
  await ground.git(ground.path, 'clone', '-q', '--bare', source, 'bare.git')
  const bare = await wishFor(join(ground.path, 'bare.git'), 'from-bare', { base })
  expect(await createWorktree(bare)).toMatchObject({ outcome: 'created', head: base })
  expect(await readdir(join(ground.path, 'bare.git'))).not.toContain('.gitignore')
  await mkdir(join(source, 'wanted'))
  await mkdir(join(source, 'unwanted'))
  await writeFile(join(source, 'wanted', 'a'), 'a')
  const wide = await commit(source, 'unwanted/b')
  await ground.git(source, 'sparse-checkout', 'set', 'wanted')
  const sparse = await wishFor(source, 'sparse', { base: wide })
  expect(await createWorktree(sparse)).toMatchObject({ outcome: 'created' })
  expect(await readdir(sparse.folder)).not.toContain('unwanted')
})

test('a root behind a symbolic link gives the real path', async () => {
  const main = await ground.repository('linked')
  await mkdir(join(ground.path, 'real-root'))
  await symlink(join(ground.path, 'real-root'), join(ground.path, 'link-root'))
  const wish = await wishFor(main, 'l', { folder: join(ground.path, 'link-root', 'l') })
  expect(await createWorktree(wish)).toMatchObject({ outcome: 'created', path: join(ground.path, 'real-root', 'l') })
  expect(await statusOf(wish)).toMatchObject({ outcome: 'read', branch: 'flower/l' })
})

test('a warm worktree becomes the wanted one, though its base is older', async () => {
  const main = await ground.repository('warm')
  const pooled = await wishFor(main, 'pool-1')
  expect(await warmUp(pooled)).toEqual({ outcome: 'warm', path: pooled.folder, base: pooled.base })
  await rm(join(main, 'notes.md'))
  await chmod(main, 0o755)
  const base = await commit(main, 'newer')
  const wish = await wishFor(main, 'taken', { base, warm: [join(ground.path, 'nowhere'), pooled.folder] })
  expect(await createWorktree(wish)).toMatchObject({ outcome: 'created', from: 'warm', head: base, poolFaults: [] })
  expect(await readdir(wish.folder)).toEqual(['.git', 'newer'])
  const listing = await listWorktrees(wish.gitDir)
  expect(listing.outcome === 'listed' && listing.worktrees[1]).toMatchObject({
    path: wish.folder,
    branch: 'flower/taken',
  })
})

test('a warm worktree with something of somebody in it goes back untouched, and the wanted one is made cold', async () => {
  const main = await ground.repository('lukewarm')
  const pooled = await wishFor(main, 'pool')
  await warmUp(pooled)
  await writeFile(join(pooled.folder, 'notes.md'), 'written here by mistake')
  const base = await commit(main, 'newer')
  const wish = await wishFor(main, 'cold', { base, warm: [pooled.folder] })
  const made = await createWorktree(wish)
  expect(made).toMatchObject({
    outcome: 'created',
    from: 'cold',
    poolFaults: [{ folder: pooled.folder, reason: expect.stringContaining("isn't clean") }],
  })
  expect(await readFile(join(pooled.folder, 'notes.md'), 'utf8')).toBe('written here by mistake')
  expect(await statusOf(pooled)).toMatchObject({ outcome: 'read', branch: undefined, modified: 1 })
})

test('two that want the same warm worktree both get one of their own', async () => {
  const main = await ground.repository('one-warm')
  const pooled = await wishFor(main, 'pool')
  await warmUp(pooled)
  const wishes = await Promise.all(['a', 'b'].map(name => wishFor(main, name, { warm: [pooled.folder] })))
  const made = await Promise.all(wishes.map(wish => createWorktree(wish)))
  expect(new Set(made.map(each => each.outcome === 'created' && each.from))).toEqual(new Set(['cold', 'warm']))
})

test.each(['branch_settled', 'registered', 'filled', 'proven'] as const)(
  'killed at %s, a creation is undone from the journal and can be asked for again',
  async point => {
    const main = await ground.repository(`killed-${point}`)
    const pooled = await wishFor(main, 'pool')
    if (point === 'filled') await warmUp(pooled)
    const wish = await wishFor(main, 'cut', { warm: [pooled.folder] })
    const journal = join(ground.path, `journal-${point}`)
    const script = join(import.meta.dirname, '../../../test/worktree/cut.ts')
    const args = ['--conditions=flower-source', script, 'create', point, journal, JSON.stringify(wish)]
    const options = { cwd: ground.path, timeoutMs: 30_000, maxBytes: 100_000 }
    expect(await run(process.execPath, args, options)).toMatchObject({
      outcome: 'failed',
      exitCode: undefined,
      stdout: '',
    })
    const settled: SettledBranch = JSON.parse(await readFile(journal, 'utf8'))
    const half = { gitDir: wish.gitDir, folder: wish.folder, branch: wish.branch, settled }
    await undoCreation(half)
    await undoCreation(half)
    expect(await ground.git(main, 'branch', '--list', 'flower/*')).toBe('')
    expect(await createWorktree(wish)).toMatchObject({ outcome: 'created', start: 'base', from: 'cold' })
  },
)

test('a copied secret is not taken up by a broad add, in any worktree, and is written down once', async () => {
  const main = await ground.repository('secret')
  const wish = await wishFor(main, 'secret')
  await createWorktree(wish)
  await excludeLocally(wish.gitDir, ['.env.local', 'odd [name]* '])
  await excludeLocally(wish.gitDir, ['.env.local'])
  for (const name of ['.env.local', 'odd [name]* ', 'odd nn']) await writeFile(join(wish.folder, name), 'SECRET=1')
  await ground.git(wish.folder, 'add', '-A')
  expect(await ground.git(wish.folder, 'diff', '--cached', '--name-only')).toBe('odd nn')
  expect((await readFile(join(wish.gitDir, 'info', 'exclude'), 'utf8')).split('/.env.local').length).toBe(2)
})
