import { spawn } from 'node:child_process'
import { appendFile, chmod, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { HASH, putBlock } from '#domain/connecting/marked-block.ts'
import { has, isClean, told } from '../../../test/guard/told.ts'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { run } from '../command.ts'
import { excludeLocally } from '../prepare/git-facts.ts'
import { isThere } from '../worktree/same-place.ts'
import { type MainFault, type MainPlace, mainState } from './state.ts'
import { type MainWatch, type MainWatchWish, watchMain } from './watch.ts'

let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

const open: MainWatch[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.stop()
})

async function mainOf(name: string): Promise<MainPlace> {
  const mainPath = await ground.repository(name)
  const files = { '.gitignore': '*.log\nbuilt/\n', 'deep/er/file': 'deep', 'run.sh': '#!/bin/sh\n' }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(mainPath, path)), { recursive: true })
    await writeFile(join(mainPath, path), text)
  }
  await ground.git(mainPath, 'add', '-A')
  await ground.git(mainPath, 'commit', '-q', '-m', 'Files')
  await mkdir(join(mainPath, 'built/much'), { recursive: true })
  await mkdir(join(mainPath, 'empty'))
  return { gitDir: join(mainPath, '.git'), mainPath, branch: 'main' }
}

async function watched(place: MainPlace, more: Partial<MainWatchWish> = {}) {
  const heard = told()
  const head = await ground.git(place.mainPath, 'rev-parse', 'main')
  const wish = { ...place, expectedCommit: () => head, isLanding: async () => false, onState: heard.onState }
  const watch = await watchMain({ ...wish, ...more })
  open.push(watch)
  return { heard, watch, head }
}

interface Mischief {
  name: string
  fault: MainFault['kind']
  /** What shows it better than its kind. */
  like?: Partial<Record<string, unknown>>
  deed: (place: MainPlace) => Promise<unknown>
  undo: (place: MainPlace) => Promise<unknown>
}

const git =
  (...args: string[]) =>
  ({ mainPath }: MainPlace) =>
    ground.git(mainPath, ...args)
const write =
  (path: string, text = 'changed') =>
  ({ mainPath }: MainPlace) =>
    writeFile(join(mainPath, path), text)

const MISCHIEFS: Mischief[] = [
  {
    name: 'a file is written',
    fault: 'dirty',
    like: { modified: 1, paths: ['notes.md'] },
    deed: write('notes.md'),
    undo: write('notes.md', 'notes\n'),
  },
  {
    name: 'a file deep below is written',
    fault: 'dirty',
    deed: write('deep/er/file'),
    undo: write('deep/er/file', 'deep'),
  },
  {
    name: 'a file is removed',
    fault: 'dirty',
    deed: p => rm(join(p.mainPath, 'notes.md')),
    undo: write('notes.md', 'notes\n'),
  },
  {
    name: 'a file comes into a folder that was empty',
    fault: 'dirty',
    like: { untracked: 1 },
    deed: write('empty/new'),
    undo: p => rm(join(p.mainPath, 'empty/new')),
  },
  {
    name: 'a folder comes with files in it',
    fault: 'dirty',
    deed: async p => (await mkdir(join(p.mainPath, 'a/b'), { recursive: true }), write('a/b/c')(p)),
    undo: p => rm(join(p.mainPath, 'a'), { recursive: true }),
  },
  {
    name: 'a file becomes executable',
    fault: 'dirty',
    deed: p => chmod(join(p.mainPath, 'run.sh'), 0o755),
    undo: p => chmod(join(p.mainPath, 'run.sh'), 0o644),
  },
  {
    name: 'a file becomes a link',
    fault: 'dirty',
    deed: p => rm(join(p.mainPath, 'notes.md')).then(() => symlink('/etc/hosts', join(p.mainPath, 'notes.md'))),
    undo: p => rm(join(p.mainPath, 'notes.md')).then(() => write('notes.md', 'notes\n')(p)),
  },
  {
    name: 'something is staged and put back on the disk',
    fault: 'dirty',
    deed: async p => (await write('notes.md')(p), await git('add', '-A')(p), write('notes.md', 'notes\n')(p)),
    undo: git('add', '-A'),
  },
  {
    name: 'another branch is checked out',
    fault: 'other_branch',
    like: { branch: 'dev' },
    deed: git('switch', '-q', 'dev'),
    undo: git('switch', '-q', 'main'),
  },
  {
    name: 'HEAD is detached',
    fault: 'detached',
    deed: git('checkout', '-q', '--detach'),
    undo: git('switch', '-q', 'main'),
  },
  {
    name: 'the branch is moved',
    fault: 'moved',
    deed: git('commit', '-q', '--allow-empty', '-m', 'Outside'),
    undo: git('reset', '-q', '--hard', 'HEAD~1'),
  },
  {
    name: 'the branch is deleted',
    fault: 'branch_gone',
    deed: git('update-ref', '-d', 'refs/heads/main'),
    undo: git('reset', '-q', '--hard', 'ORIG_HEAD'),
  },
  {
    name: 'the branch becomes a name for another',
    fault: 'branch_symbolic',
    like: { ref: 'refs/heads/dev' },
    deed: git('symbolic-ref', 'refs/heads/main', 'refs/heads/dev'),
    undo: async p => (
      await git('symbolic-ref', '--delete', 'refs/heads/main')(p), git('reset', '-q', '--hard', 'dev')(p)
    ),
  },
  {
    name: 'core.bare is flipped',
    fault: 'bare',
    deed: git('config', 'core.bare', 'true'),
    undo: git('config', 'core.bare', 'false'),
  },
  {
    name: 'core.worktree leads elsewhere',
    fault: 'redirected',
    deed: git('config', 'core.worktree', '/tmp'),
    undo: p => ground.git(p.gitDir, 'config', '--unset', 'core.worktree'),
  },
  {
    name: 'a commondir leads elsewhere',
    fault: 'redirected',
    like: { to: '/tmp' },
    deed: p => writeFile(join(p.gitDir, 'commondir'), '/tmp\n'),
    undo: p => rm(join(p.gitDir, 'commondir')),
  },
  {
    name: 'the git folder gives way to another',
    fault: 'redirected',
    deed: p => rename(p.gitDir, `${p.mainPath}.git`).then(() => writeFile(p.gitDir, 'gitdir: /tmp\n')),
    undo: p => rm(p.gitDir).then(() => rename(`${p.mainPath}.git`, p.gitDir)),
  },
  {
    name: 'MAIN itself is moved away',
    fault: 'gone',
    deed: p => rename(p.mainPath, `${p.mainPath}.away`),
    undo: p => rename(`${p.mainPath}.away`, p.mainPath),
  },
  {
    name: 'a hook is put in',
    fault: 'settings',
    like: { paths: ['hooks/pre-push'] },
    deed: p =>
      mkdir(join(p.gitDir, 'hooks'), { recursive: true }).then(() => writeFile(join(p.gitDir, 'hooks/pre-push'), '')),
    undo: p => rm(join(p.gitDir, 'hooks/pre-push')),
  },
  {
    name: 'a setting is changed',
    fault: 'settings',
    like: { paths: ['config'] },
    deed: git('config', 'alias.x', '!rm'),
    undo: git('config', '--unset', 'alias.x'),
  },
  {
    name: 'files are hidden by the ignore list',
    fault: 'settings',
    like: { paths: ['info/exclude'] },
    deed: p =>
      mkdir(join(p.gitDir, 'info'), { recursive: true }).then(() => writeFile(join(p.gitDir, 'info/exclude'), '*\n')),
    undo: p => rm(join(p.gitDir, 'info/exclude')),
  },
  {
    name: 'files are hidden by the index',
    fault: 'hidden',
    like: { paths: ['notes.md'] },
    deed: git('update-index', '--assume-unchanged', 'notes.md'),
    undo: git('update-index', '--no-assume-unchanged', 'notes.md'),
  },
  {
    name: 'files are left out by the index',
    fault: 'hidden',
    deed: git('update-index', '--skip-worktree', 'notes.md'),
    undo: git('update-index', '--no-skip-worktree', 'notes.md'),
  },
]

test('every mischief is told, and that it is over', { timeout: 120_000 }, async () => {
  const place = await mainOf('mischiefs')
  await rm(join(place.gitDir, 'info'), { recursive: true })
  await ground.git(place.mainPath, 'branch', 'dev')
  await ground.git(place.mainPath, 'config', '--unset', 'alias.x').catch(() => {})
  await ground.git(place.mainPath, 'config', 'alias.x', 'status')
  await ground.git(place.mainPath, 'config', '--unset', 'alias.x')
  const { heard, watch } = await watched(place)
  expect(watch.means()).toBe('events')
  await heard.until(isClean)
  for (const { name, fault, like, deed, undo } of MISCHIEFS) {
    const since = heard.states.length
    if (fault === 'branch_gone') await ground.git(place.mainPath, 'update-ref', 'ORIG_HEAD', 'main')
    await deed(place)
    const state = await heard.until(has(fault), since)
    const told = state.outcome === 'changed' ? state.faults : []
    if (like) expect({ name, told }).toMatchObject({ told: expect.arrayContaining([expect.objectContaining(like)]) })
    const changed = heard.states.length
    await undo(place)
    // Some mischief leaves a trace in the config that only byte for byte is one.
    if (fault === 'redirected' || fault === 'settings' || fault === 'bare') await watch.acceptSettings()
    await heard.until(isClean, changed)
  }
})

test('ignored files and folders, and what agents do in their worktrees, are not told of', async () => {
  const place = await mainOf('ignored')
  const worktree = join(ground.path, 'ignored worktree')
  await ground.git(place.mainPath, 'worktree', 'add', '-q', '-b', 'flower/work', worktree)
  const { heard } = await watched(place)
  await write('server.log')(place)
  await write('deep/er/x.log')(place)
  await write('built/much/x')(place)
  await mkdir(join(place.mainPath, 'built/more'))
  await write('built/more/x')(place)
  await writeFile(join(worktree, 'notes.md'), 'work')
  await ground.git(worktree, 'commit', '-q', '-a', '-m', 'Work')
  await git('status')(place)
  // What is told next is the first that counts.
  await write('notes.md')(place)
  await heard.until(has('dirty'))
  expect(heard.states.map(state => state.outcome)).toEqual(['clean', 'changed'])
})

test('what a landing of our own changes is not told, and what is left of it afterwards is', async () => {
  const place = await mainOf('landing')
  const journal = join(ground.path, 'journal of landing')
  let landed = await ground.git(place.mainPath, 'rev-parse', 'main')
  const { heard, watch } = await watched(place, { isLanding: () => isThere(journal), expectedCommit: () => landed })
  const land = async () => {
    await write('notes.md', landed)(place)
    await watch.look()
    await ground.git(place.mainPath, 'commit', '-q', '-a', '-m', 'Landed')
    await watch.look()
    landed = await ground.git(place.mainPath, 'rev-parse', 'main')
  }
  await writeFile(journal, '')
  await land()
  await rm(journal)
  await heard.until(state => state.outcome === 'clean' && state.head === landed)
  expect(heard.states.map(state => state.outcome)).toEqual(['clean', 'clean'])
  await writeFile(journal, '')
  await land()
  await write('deep/er/file')(place)
  await rm(journal)
  await heard.until(has('dirty'))
  expect(heard.states).toHaveLength(3)
})

test('what flower itself keeps out of commits is no change of the settings, and what anybody else does is', async () => {
  const place = await mainOf('excluded')
  const { heard, watch } = await watched(place)
  await heard.until(isClean)
  const checkout = { main: place.mainPath, folder: place.mainPath, gitDir: place.gitDir, commonDir: place.gitDir }
  await excludeLocally(checkout, ['.flower/', 'beds/.env'])
  const exclude = join(place.gitDir, 'info/exclude')
  await writeFile(exclude, putBlock(await readFile(exclude, 'utf8'), ['/.claude/settings.local.json'], HASH))
  expect(await watch.look()).toMatchObject({ outcome: 'clean' })
  await appendFile(exclude, '/notes.md\n')
  expect(await watch.look()).toEqual({ outcome: 'changed', faults: [{ kind: 'settings', paths: ['info/exclude'] }] })
})

test('settings that flower changes itself are accepted, and those that were known before are held against', async () => {
  const place = await mainOf('accepted')
  const { heard, watch } = await watched(place)
  await git('config', 'user.name', 'Ada')(place)
  await heard.until(has('settings'))
  const settings = await watch.acceptSettings()
  await heard.until(isClean, 2)
  watch.stop()
  await git('config', 'user.name', 'Ben')(place)
  const again = await watched(place, { settings })
  expect(again.heard.states).toEqual([{ outcome: 'changed', faults: [{ kind: 'settings', paths: ['config'] }] }])
})

/** A namespace of users of its own has a limit of its own on watches. */
const FEW_WATCHES = [
  '--user',
  '--map-root-user',
  'sh',
  '-c',
  'echo 3 > /proc/sys/user/max_inotify_watches && exec "$@"',
  'sh',
]

test('where the system has no watches left, MAIN is looked at again and again', async context => {
  const options = { cwd: ground.path, timeoutMs: 10_000, maxBytes: 1_000 }
  const possible = await run('unshare', [...FEW_WATCHES, 'true'], options)
  if (possible.outcome !== 'ok') context.skip(`watches can't be limited here: ${JSON.stringify(possible)}`)
  const place = await mainOf('polled')
  const script = join(import.meta.dirname, '../../../test/guard/watch-main.ts')
  const wish = JSON.stringify(place)
  const program = [process.execPath, '--conditions=flower-source', script, wish]
  const child = spawn('unshare', [...FEW_WATCHES, ...program], { stdio: ['pipe', 'pipe', 'inherit'] })
  try {
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const next = async (): Promise<unknown> => JSON.parse((await lines.next()).value as string)
    expect(await next()).toMatchObject({ outcome: 'clean' })
    expect(await next()).toBe('polling')
    await write('deep/er/file')(place)
    expect(await next()).toMatchObject({ outcome: 'changed', faults: [{ kind: 'dirty', paths: ['deep/er/file'] }] })
    await write('deep/er/file', 'deep')(place)
    expect(await next()).toMatchObject({ outcome: 'clean' })
  } finally {
    child.kill('SIGKILL')
  }
})

test("a sparse checkout's absent files are not hidden ones, and a work tree that was always elsewhere is MAIN", async () => {
  const place = await mainOf('sparse')
  await ground.git(place.mainPath, 'sparse-checkout', 'set', 'deep')
  expect(await mainState(place)).toMatchObject({ outcome: 'clean' })
  const apart = join(ground.path, 'apart')
  await ground.git(ground.path, 'init', '-q', '-b', 'main', '--separate-git-dir', join(ground.path, 'apart.git'), apart)
  await ground.git(apart, 'commit', '-q', '--allow-empty', '-m', 'Start')
  const elsewhere = { gitDir: join(ground.path, 'apart.git'), mainPath: apart, branch: 'main' }
  expect(await mainState(elsewhere)).toMatchObject({ outcome: 'clean' })
  await ground.git(apart, 'config', 'core.worktree', '../apart')
  expect(await mainState(elsewhere)).toMatchObject({ outcome: 'clean' })
})

test('an operation under way is told of, with its kind', async () => {
  const place = await mainOf('under way')
  await git('switch', '-q', '-c', 'other')(place)
  await write('notes.md', 'other')(place)
  await git('commit', '-q', '-a', '-m', 'Other')(place)
  await git('switch', '-q', 'main')(place)
  await write('notes.md', 'mine')(place)
  await git('commit', '-q', '-a', '-m', 'Mine')(place)
  await git('merge', '-q', 'other')(place).catch(() => {})
  expect(await mainState(place)).toMatchObject({
    outcome: 'changed',
    faults: [
      { kind: 'under_way', what: ['merge'] },
      { kind: 'dirty', unmerged: 1 },
    ],
  })
})
