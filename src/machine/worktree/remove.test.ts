import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { portrait } from '../../../test/worktree/states.ts'
import { run } from '../command.ts'
import { restoreWorktree } from '../rescue/restore.ts'
import { removalRefusal } from './removal-refusal.ts'
import { emptyTrash, type RemovalWish, removeWorktree } from './remove.ts'

let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

/** A repository with one worktree, and the wish to remove it. */
async function worktreeOf(name: string): Promise<{ main: string; wish: RemovalWish }> {
  const main = await ground.repository(name)
  const folder = join(ground.path, 'root', name)
  await mkdir(dirname(folder), { recursive: true })
  await ground.git(main, 'worktree', 'add', '-q', '--no-track', '-b', 'work', folder)
  const landed = [await ground.git(main, 'rev-parse', 'main')]
  const [ref, trash] = [`refs/flower/rescue/${name}/1`, join(ground.path, 'trash', name)]
  const wish = {
    gitDir: join(main, '.git'),
    folder,
    ref,
    trash,
    leaveOut: [],
    branch: 'work',
    primaryBranch: 'main',
    landed,
  }
  return { main, wish }
}

async function commit(place: string, file: string, text: string): Promise<string> {
  await writeFile(join(place, file), text)
  await ground.git(place, 'add', '-A')
  await ground.git(place, 'commit', '-q', '-m', `Write ${file}`)
  return ground.git(place, 'rev-parse', 'HEAD')
}

const branches = (main: string) => ground.git(main, 'branch', '--format=%(refname:short)')

test('a worktree without commits of its own goes with its branch, and all comes back', async () => {
  const { main, wish } = await worktreeOf('plain')
  await writeFile(join(wish.folder, 'draft'), 'draft')
  const before = await portrait(ground, wish.folder)
  const removed = await removeWorktree(wish)
  expect(removed).toMatchObject({
    outcome: 'removed',
    trash: wish.trash,
    branch: { outcome: 'deleted', landedBy: 'ancestry' },
  })
  expect(await ground.git(main, 'worktree', 'list', '--porcelain')).not.toContain('root/plain')
  expect(await branches(main)).toBe('main')
  expect(await restoreWorktree(wish)).toMatchObject({ outcome: 'restored', from: 'trash', branch: 'made' })
  expect(await portrait(ground, wish.folder)).toEqual(before)
})

test('a branch whose commits have not landed stays', async () => {
  const { main, wish } = await worktreeOf('unlanded')
  await commit(wish.folder, 'work', 'work')
  expect(await removeWorktree(wish)).toMatchObject({ branch: { outcome: 'kept', reason: 'not_landed' } })
  expect(await branches(main)).toBe('main\nwork')
})

test('a branch that landed squashed or rebased, on a MAIN that went on, is found to have landed', async () => {
  for (const way of ['squash', 'patches'] as const) {
    const { main, wish } = await worktreeOf(`landed-${way}`)
    for (const text of ['one', 'one\ntwo', 'one\ntwo\nthree']) await commit(wish.folder, 'work', text)
    await commit(main, 'meanwhile', 'meanwhile')
    if (way === 'squash') {
      await ground.git(main, 'merge', '-q', '--squash', 'work')
      await ground.git(main, 'commit', '-q', '-m', 'Land')
    } else await ground.git(main, 'cherry-pick', 'main..work')
    const landed = [await commit(main, 'work', 'changed since')]
    expect(await removeWorktree({ ...wish, landed })).toMatchObject({ branch: { outcome: 'deleted', landedBy: way } })
  }
})

test('a branch that only resembles what landed stays', async () => {
  const { main, wish } = await worktreeOf('resembling')
  await commit(wish.folder, 'work', 'mine')
  const landed = [await commit(main, 'work', 'theirs')]
  expect(await removeWorktree({ ...wish, landed })).toMatchObject({ branch: { outcome: 'kept', reason: 'not_landed' } })
})

test('a worktree that went detached is found by its folder, and its detached commits come back', async () => {
  const { main, wish } = await worktreeOf('detached')
  await ground.git(wish.folder, 'checkout', '-q', '--detach')
  const lost = await commit(wish.folder, 'work', 'on no branch')
  expect(await removeWorktree(wish)).toMatchObject({ outcome: 'removed', branch: { outcome: 'deleted' } })
  await expect(readdir(wish.folder)).rejects.toThrow('ENOENT')
  await emptyTrash(wish.trash)
  await ground.git(main, 'gc', '-q', '--prune=now')
  expect(await restoreWorktree(wish)).toMatchObject({ outcome: 'restored', from: 'rescue', branch: 'none' })
  expect(await ground.git(wish.folder, 'rev-parse', 'HEAD')).toBe(lost)
})

test('a rebase under way can be finished or taken back after the restore', async () => {
  const { main, wish } = await worktreeOf('rebasing')
  const tip = await commit(wish.folder, 'work', 'mine')
  await commit(main, 'work', 'theirs')
  await expect(ground.git(wish.folder, 'rebase', 'main')).rejects.toThrow('CONFLICT')
  await removeWorktree(wish)
  await emptyTrash(wish.trash)
  await ground.git(main, 'gc', '-q', '--prune=now')
  await restoreWorktree(wish)
  await ground.git(wish.folder, 'rebase', '--abort')
  expect(await ground.git(wish.folder, 'rev-parse', 'HEAD', 'work')).toBe(`${tip}\n${tip}`)
})

test('a branch that went on meanwhile is left where it is, and the restored worktree is detached', async () => {
  const { main, wish } = await worktreeOf('moved-on')
  const old = await commit(wish.folder, 'work', 'old')
  await removeWorktree(wish)
  await ground.git(main, 'branch', '-f', 'work', 'main')
  expect(await restoreWorktree(wish)).toMatchObject({ outcome: 'restored', branch: 'detached' })
  expect(await ground.git(wish.folder, 'status', '--porcelain', '--branch')).toBe('## HEAD (no branch)')
  expect(await ground.git(wish.folder, 'rev-parse', 'HEAD')).toBe(old)
})

test('a worktree with a submodule comes back under another name, its unpushed commit and all', async () => {
  const library = await ground.repository('library')
  const { main, wish } = await worktreeOf('with-submodule')
  await ground.git(wish.folder, 'submodule', 'add', '-q', library, 'lib')
  const unpushed = await commit(join(wish.folder, 'lib'), 'new', 'only here')
  await removeWorktree(wish)
  await emptyTrash(wish.trash)
  const blocker = join(ground.path, 'elsewhere', 'with-submodule')
  await ground.git(main, 'worktree', 'add', '-q', '--detach', blocker)
  const folder = `${wish.folder}-again`
  expect(await restoreWorktree({ ...wish, folder })).toMatchObject({ outcome: 'restored', path: folder })
  expect(await ground.git(join(folder, 'lib'), 'rev-parse', 'HEAD')).toBe(unpushed)
  expect(await ground.git(join(folder, 'lib'), 'status', '--porcelain')).toBe('')
  expect(await ground.git(folder, 'status', '--porcelain')).toBe('A  .gitmodules\nAM lib')
})

test('links into MAIN are never followed, neither into the trash nor out of it', async () => {
  const { main, wish } = await worktreeOf('links')
  await mkdir(join(main, 'node_modules', 'deep'), { recursive: true })
  await writeFile(join(main, 'node_modules', 'deep', 'file'), 'MAIN')
  await symlink(join(main, 'node_modules'), join(wish.folder, 'node_modules'))
  await removeWorktree(wish)
  expect(await emptyTrash(wish.trash)).toEqual({ outcome: 'emptied' })
  expect(await readFile(join(main, 'node_modules', 'deep', 'file'), 'utf8')).toBe('MAIN')
})

test('paths beyond 260 characters are kept, moved, emptied and restored', async () => {
  const { wish } = await worktreeOf('deep')
  const deep = join(wish.folder, ...Array.from({ length: 30 }, () => 'a-rather-long-name'))
  await mkdir(deep, { recursive: true })
  await writeFile(join(deep, 'end'), 'end')
  expect(await removeWorktree(wish)).toMatchObject({ outcome: 'removed' })
  expect(await emptyTrash(wish.trash)).toEqual({ outcome: 'emptied' })
  expect(await restoreWorktree(wish)).toMatchObject({ outcome: 'restored', from: 'rescue' })
  expect(await readFile(join(deep, 'end'), 'utf8')).toBe('end')
})

test('ignored folders are left out by name only where git ignores them, and are said to be', async () => {
  const { main, wish } = await worktreeOf('ignored')
  await writeFile(join(wish.folder, '.gitignore'), 'node_modules\nbuild\n*.env\n')
  for (const file of ['node_modules/a', 'build/b', 'src/node_modules/c', 'target/d', 'local.env']) {
    await mkdir(dirname(join(wish.folder, file)), { recursive: true })
    await writeFile(join(wish.folder, file), file)
  }
  const removed = await removeWorktree({ ...wish, leaveOut: ['node_modules', 'target'] })
  expect(removed).toMatchObject({ leftOut: ['node_modules', 'src/node_modules'] })
  const files = await ground.git(main, 'ls-tree', '-r', '--name-only', wish.ref, 'files/')
  const expected = ['.gitignore', 'build/b', 'local.env', 'notes.md', 'target/d'].map(file => `files/${file}`)
  expect(files.split('\n')).toEqual(expected)
  await emptyTrash(wish.trash)
  expect(await restoreWorktree(wish)).toMatchObject({ from: 'rescue', leftOut: ['node_modules', 'src/node_modules'] })
})

test('a folder that cannot be moved leaves all as it was, kept, and the next attempt succeeds', async () => {
  const { main, wish } = await worktreeOf('stuck')
  await writeFile(join(wish.folder, 'draft'), 'draft')
  await writeFile(join(ground.path, 'not-a-folder'), '')
  const stuck = await removeWorktree({ ...wish, trash: join(ground.path, 'not-a-folder', 'x') })
  expect(stuck).toMatchObject({ outcome: 'not_moved', ref: wish.ref, code: expect.stringMatching(/ENOTDIR|EEXIST/) })
  expect(await ground.git(wish.folder, 'status', '--porcelain', '--branch')).toBe('## work\n?? draft')
  expect(await removeWorktree(wish)).toMatchObject({ outcome: 'removed' })
  expect(await branches(main)).toBe('main')
})

test('a folder that is gone already is deregistered, its staged work kept', async () => {
  const { main, wish } = await worktreeOf('gone')
  await writeFile(join(wish.folder, 'staged'), 'staged')
  await ground.git(wish.folder, 'add', '-A')
  const blob = await ground.git(wish.folder, 'rev-parse', ':staged')
  await rm(wish.folder, { recursive: true })
  expect(await removeWorktree(wish)).toMatchObject({ outcome: 'removed', trash: undefined })
  await ground.git(main, 'gc', '-q', '--prune=now')
  expect(await ground.git(main, 'cat-file', 'blob', blob)).toBe('staged')
  expect(await restoreWorktree(wish)).toEqual({ outcome: 'no_files', ref: wish.ref })
  expect(await removeWorktree({ ...wish, ref: 'refs/flower/rescue/gone/2' })).toEqual({ outcome: 'not_registered' })
})

test('stash entries of the repository are neither used nor touched', async () => {
  const { main, wish } = await worktreeOf('stash')
  await writeFile(join(main, 'notes.md'), 'stashed in MAIN')
  await ground.git(main, 'stash', 'push', '-q')
  const before = await ground.git(main, 'stash', 'list', '--format=%H %gd %s')
  await writeFile(join(wish.folder, 'notes.md'), 'dirty')
  await removeWorktree(wish)
  await restoreWorktree(wish)
  expect(await ground.git(main, 'stash', 'list', '--format=%H %gd %s')).toBe(before)
})

test.each(['kept', 'moved', 'deregistered', 'branch_settled'])(
  'killed at %s, a removal is completed by asking again, and nothing is lost',
  async point => {
    const { main, wish } = await worktreeOf(`killed-${point.replace('_', '-')}`)
    await writeFile(join(wish.folder, 'draft'), 'draft')
    await ground.git(wish.folder, 'add', '-A')
    const before = await portrait(ground, wish.folder)
    const script = join(import.meta.dirname, '../../../test/worktree/cut.ts')
    const args = ['--conditions=flower-source', script, 'remove', point, '', JSON.stringify(wish)]
    const options = { cwd: ground.path, timeoutMs: 30_000, maxBytes: 100_000 }
    expect(await run(process.execPath, args, options)).toMatchObject({
      outcome: 'failed',
      exitCode: undefined,
      stdout: '',
    })
    expect(await removeWorktree(wish)).toMatchObject({ outcome: 'removed', trash: wish.trash })
    expect(await branches(main)).toBe('main')
    await emptyTrash(wish.trash)
    expect(await restoreWorktree(wish)).toMatchObject({ outcome: 'restored', from: 'rescue' })
    expect(await portrait(ground, wish.folder)).toEqual(before)
  },
)

test('MAIN, what holds it, the home folder, foreign, locked and nesting worktrees are no candidates', async () => {
  const { main, wish } = await worktreeOf('guarded')
  const root = join(ground.path, 'root')
  await symlink(main, join(ground.path, 'main-link'))
  const ask = (folder: string) =>
    removalRefusal({ gitDir: wish.gitDir, folder, root, primaryPath: main, home: join(ground.path, 'home', 'ada') })
  await mkdir(join(ground.path, 'home', 'ada'), { recursive: true })
  expect(await ask(main)).toEqual({ reason: 'is_main' })
  expect(await ask(join(ground.path, 'main-link'))).toEqual({ reason: 'is_main' })
  expect(await ask(ground.path)).toEqual({ reason: 'holds_main' })
  expect(await ask(join(ground.path, 'home', 'ada'))).toEqual({ reason: 'is_home' })
  expect(await ask(join(ground.path, 'home'))).toEqual({ reason: 'holds_home' })
  expect(await ask(root)).toEqual({ reason: 'not_ours' })
  expect(await ask(join(root, 'made-up'))).toEqual({ reason: 'not_registered' })
  expect(await ask(wish.folder)).toBeUndefined()
  await ground.git(main, 'worktree', 'lock', '--reason', 'on a stick', wish.folder)
  expect(await ask(wish.folder)).toEqual({ reason: 'locked', why: 'on a stick' })
  await ground.git(main, 'worktree', 'unlock', wish.folder)
  await ground.git(main, 'worktree', 'add', '-q', '--detach', join(wish.folder, 'inner'))
  expect(await ask(wish.folder)).toEqual({ reason: 'holds_worktree', path: join(wish.folder, 'inner') })
  const byHand = join(ground.path, 'by-hand')
  await ground.git(main, 'worktree', 'add', '-q', '--detach', byHand)
  expect(await ask(byHand)).toEqual({ reason: 'not_ours' })
})
