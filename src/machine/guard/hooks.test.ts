import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { run } from '../command.ts'
import { git } from '../git/command.ts'
import { onDisk, readTree } from '../rescue/read-tree.ts'
import { tieToBrief } from './brief-file.ts'
import { type GuardWish, inspectHooks, installHooks, uninstallHooks } from './hooks.ts'
import { layDownToken } from './landing-token.ts'

let ground: PracticeGround
beforeAll(async () => {
  ground = await practiceGround()
})
afterAll(() => ground.remove())

const TOKEN = 'token-of-this-landing'

interface Scene extends GuardWish {
  main: string
  worktree: string
}

/** MAIN and a linked worktree on `work`. */
async function scene(name: string, more: Partial<GuardWish> = {}): Promise<Scene> {
  const main = await ground.repository(name)
  const worktree = join(ground.path, `${name} worktree`)
  await ground.git(main, 'worktree', 'add', '-q', '-b', 'work', worktree)
  const gitDir = join(main, '.git')
  return { main, worktree, gitDir, mainPath: main, branch: 'main', tokenFolder: join(ground.path, 'tokens'), ...more }
}

async function guarded(name: string): Promise<Scene> {
  const made = await scene(name)
  expect(await installHooks(made)).toMatchObject({ outcome: 'installed', changed: true })
  return made
}

/** Runs git as somebody would, and answers how it ended and what it said. */
async function tryGit(folder: string, args: string[], env: Record<string, string> = {}) {
  const names = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.test' }
  const committer = { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.test' }
  const options = { cwd: folder, env: { ...names, ...committer, ...env }, timeoutMs: 30_000, maxBytes: 1_000_000 }
  const ended = await run('git', args, options)
  if (ended.outcome !== 'ok' && ended.outcome !== 'failed') throw new Error(JSON.stringify(ended))
  return { went: ended.outcome === 'ok', said: ended.stderr, out: ended.stdout }
}

const tip = (place: string, ref = 'main') => ground.git(place, 'rev-parse', ref)

async function change(folder: string, file = 'notes.md', text = `${Math.random()}`): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), text)
  await ground.git(folder, 'add', '-A')
}

async function script(path: string, text: string, mode = 0o755): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  await chmod(path, mode)
}

test('MAIN refuses a commit and names the worktree command, and a worktree takes it, whatever the branches are called', async () => {
  const { main, worktree } = await guarded("It's MAIN é")
  await change(main)
  const refused = await tryGit(main, ['commit', '-m', 'Here'])
  expect(refused.went).toBe(false)
  expect(refused.said).toContain('flower worktree create')
  expect(refused.said).toContain('rm -r ')
  expect((await tryGit(main, ['commit', '-m', 'Here'], { FLOWER_RUN: 'r' })).said).not.toContain('rm -r')
  await change(worktree)
  expect(await tryGit(worktree, ['commit', '-m', 'There'])).toMatchObject({ went: true, said: '' })
  // On another branch MAIN is still MAIN.
  await ground.git(main, '-c', 'core.hooksPath=/dev/null', 'symbolic-ref', 'HEAD', 'refs/heads/other')
  expect((await tryGit(main, ['commit', '-m', 'Here'])).said).toContain('flower worktree create')
})

test("MAIN's branch moves by no command of anybody's", async () => {
  const { main, worktree } = await guarded('moves')
  const before = await tip(main)
  await change(worktree, 'work.txt')
  await ground.git(worktree, 'commit', '-q', '-m', 'Work')
  await ground.git(ground.path, 'clone', '-q', main, 'pusher')
  const pusher = join(ground.path, 'pusher')
  await change(pusher)
  await ground.git(pusher, 'commit', '-q', '-m', 'Pushed')
  await ground.git(main, 'config', 'receive.denyCurrentBranch', 'ignore')
  const attempts: [string, string[]][] = [
    [main, ['commit', '--no-verify', '-m', 'Here']],
    [main, ['merge', 'work']],
    [main, ['reset', '--hard', 'work']],
    [main, ['branch', '-m', 'main', 'elsewhere']],
    [main, ['branch', '-f', 'main', 'work']],
    [main, ['checkout', '-B', 'main', 'work']],
    [main, ['checkout', '--detach']],
    [main, ['rebase', 'work']],
    [main, ['cherry-pick', 'work']],
    [worktree, ['update-ref', 'refs/heads/main', 'work']],
    [worktree, ['update-ref', '-d', 'refs/heads/main']],
    [worktree, ['branch', '-D', 'main']],
    [worktree, ['branch', '-m', 'main', 'elsewhere']],
    [worktree, ['branch', '-M', 'work', 'main']],
    [worktree, ['fetch', '--update-head-ok', '.', 'work:main']],
    [worktree, ['push', '.', 'work:main']],
    [worktree, ['push', '.', ':main']],
    [pusher, ['push', '-q', main, 'HEAD:main']],
    [join(main, '.git'), ['update-ref', 'refs/heads/main', 'work']],
  ]
  for (const [folder, args] of attempts) {
    // git changes files before it asks for the branch; that is for the watch to see.
    await ground.git(main, 'reset', '-q', '--hard')
    if (args[0] === 'commit') await change(main, 'mine')
    const { went, said } = await tryGit(folder, args)
    expect({ args, went, moved: (await tip(main)) !== before }).toEqual({ args, went: false, moved: false })
    expect(said).toMatch(/flower: |checked out at|used by worktree|refusing/)
    expect(await ground.git(main, 'symbolic-ref', 'HEAD')).toBe('refs/heads/main')
  }
})

test('packing refs and collecting garbage go on as before', async () => {
  const { main, worktree } = await guarded('packed')
  await change(worktree)
  await ground.git(worktree, 'commit', '-q', '-m', 'Work')
  const [before, work] = [await tip(main), await tip(main, 'work')]
  expect(await tryGit(main, ['pack-refs', '--all'])).toMatchObject({ went: true, said: '' })
  expect(await tryGit(worktree, ['gc', '-q', '--prune=now'])).toMatchObject({ went: true, said: '' })
  expect([await tip(main), await tip(main, 'work')]).toEqual([before, work])
  // Packed only, it is still guarded.
  expect(await tryGit(main, ['update-ref', '-d', 'refs/heads/main'])).toMatchObject({ went: false })
  expect(await tryGit(main, ['branch', '-m', 'main', 'elsewhere'])).toMatchObject({ went: false })
  expect(await tip(main)).toBe(before)
  expect(await tryGit(main, ['reset', '--hard'])).toMatchObject({ went: true })
  expect(await tryGit(worktree, ['branch', '-m', 'work', 'renamed'])).toMatchObject({ went: true })
})

test('a token lets exactly its move through, once', async () => {
  const { main, worktree, gitDir, tokenFolder } = await guarded('landing')
  await change(worktree)
  await ground.git(worktree, 'commit', '-q', '-m', 'Work')
  const [from, to] = [await tip(main), await tip(main, 'work')]
  const ref = 'refs/heads/main'
  const land = (target: string, landingToken = TOKEN) =>
    git({ gitDir }, ['update-ref', ref, target, from], { writes: true, hooks: true, landingToken })
  await layDownToken(tokenFolder, TOKEN, { ref, from, to })
  expect(await land(to, 'another-token-altogether')).toMatchObject({ outcome: 'failed' })
  expect(await land(to, '../tokens/token-of-this-landing')).toMatchObject({ outcome: 'failed' })
  const other = await ground.git(main, 'commit-tree', '-m', 'Other', '-p', from, `${from}^{tree}`)
  expect(await land(other)).toMatchObject({ outcome: 'failed' })
  // Without its old value a move is not the one that was promised.
  expect(
    await git({ gitDir }, ['update-ref', ref, to], { writes: true, hooks: true, landingToken: TOKEN }),
  ).toMatchObject({ outcome: 'failed' })
  expect(await land(to)).toMatchObject({ outcome: 'ok' })
  expect(await tip(main)).toBe(to)
  await ground.git(main, '-c', 'core.hooksPath=/dev/null', 'update-ref', ref, from)
  expect(await land(to)).toMatchObject({ outcome: 'failed' })
  expect(await tip(main)).toBe(from)
})

test('of two that hold one token at once only one moves the branch', async () => {
  const { main, worktree, gitDir, tokenFolder } = await guarded('one-token')
  await change(worktree)
  await ground.git(worktree, 'commit', '-q', '-m', 'Work')
  const [from, to] = [await tip(main), await tip(main, 'work')]
  await layDownToken(tokenFolder, TOKEN, { ref: 'refs/heads/main', from, to })
  const args = ['update-ref', 'refs/heads/main', to, from]
  const options = { writes: true, hooks: true, landingToken: TOKEN }
  const ends = await Promise.all([1, 2, 3, 4].map(() => git({ gitDir }, args, options)))
  expect(ends.filter(end => end.outcome === 'ok')).toHaveLength(1)
})

test("the operator follows MAIN's upstream forward, and nobody else does, nor anywhere else", async () => {
  const { main, worktree } = await guarded('follows')
  await ground.git(ground.path, 'clone', '-q', '--bare', main, 'upstream.git')
  await ground.git(main, 'remote', 'add', 'origin', join(ground.path, 'upstream.git'))
  await ground.git(main, 'fetch', '-q')
  await ground.git(main, 'branch', '-q', '--set-upstream-to=origin/main', 'main')
  await change(worktree)
  await ground.git(worktree, 'commit', '-q', '-m', 'Theirs')
  const before = await tip(main)
  expect(await tryGit(main, ['merge', '--ff-only', 'work'])).toMatchObject({ went: false })
  await ground.git(worktree, 'push', '-q', 'origin', 'work:main')
  const agents: Record<string, string>[] = [{ FLOWER_RUN: 'r-1' }, { FLOWER_ACTOR: 'agent:builder' }]
  for (const env of agents) {
    expect(await tryGit(main, ['merge', '--ff-only', 'origin/main'], env)).toMatchObject({ went: false })
  }
  expect(await tip(main)).toBe(before)
  expect(await tryGit(main, ['pull', '-q', '--ff-only'], { FLOWER_ACTOR: 'operator:ada' })).toMatchObject({
    went: true,
    said: '',
  })
  expect(await tip(main)).toBe(await tip(main, 'work'))
  // Back is not forward.
  expect(await tryGit(main, ['reset', '--hard', before])).toMatchObject({ went: false })
  // An upstream that is a branch of this repository is no upstream.
  await change(worktree)
  await ground.git(worktree, 'commit', '-q', '-m', 'More')
  await ground.git(main, 'branch', '-q', '--set-upstream-to=work', 'main')
  expect(await tryGit(main, ['pull', '-q', '--ff-only'])).toMatchObject({ went: false })
})

const message = (folder: string) => ground.git(folder, 'log', '-1', '--format=%B')
const trailers = async (folder: string) =>
  (await ground.git(folder, 'log', '-1', '--format=%(trailers:key=Brief,valueonly)')).split('\n').filter(Boolean)

test('commits in the worktree of a Brief get its trailer exactly once, and those of MAIN none', async () => {
  const { main, worktree, gitDir } = await guarded('trailers')
  expect(await tieToBrief(gitDir, worktree, 7)).toBe(true)
  expect(await tieToBrief(gitDir, main, 7)).toBe(false)
  const commit = async (args: string[], env: Record<string, string> = {}) => {
    await change(worktree)
    expect(await tryGit(worktree, ['commit', ...args], env)).toMatchObject({ went: true })
    return trailers(worktree)
  }
  expect(await commit(['-m', 'Plain'])).toEqual(['#7'])
  expect(await commit(['-m', 'Past the checks', '--no-verify'])).toEqual(['#7'])
  expect(await commit(['-m', 'Has it', '-m', 'Brief: #7'])).toEqual(['#7'])
  expect(await commit(['-m', 'Of two', '-m', 'Brief: #8\nSigned-off-by: Ada <ada@example.test>'])).toEqual(['#8', '#7'])
  expect(await commit(['-m', 'With a rule', '-m', 'above\n---\nbelow'])).toEqual(['#7'])
  expect(await message(worktree)).toContain('below\n\nBrief: #7')
  expect(await commit(['-m', '#12: not a remark', '-m', 'nor: a trailer'])).toEqual(['#7'])
  expect(await message(worktree)).toBe('#12: not a remark\n\nnor: a trailer\nBrief: #7\n')
  expect(await commit(['-m', '#12'])).toEqual(['#7'])
  expect(await commit(['--amend', '--no-edit'])).toEqual(['#7'])
  expect(await commit(['--amend', '-m', 'Anew'])).toEqual(['#7'])
  const editor = join(ground.path, 'editor')
  await script(editor, '#!/bin/sh\nsed -i "1s/^/From the editor/" "$1"\n')
  expect(await commit(['-v'], { GIT_EDITOR: `'${editor}'` })).toEqual(['#7'])
  expect(await message(worktree)).toBe('From the editor\n\nBrief: #7\n')
  await ground.git(worktree, 'config', 'core.commentChar', ';')
  expect(await commit([], { GIT_EDITOR: `'${editor}'` })).toEqual(['#7'])
})

test('an editor that is left without a word still means no commit', async () => {
  const { worktree, gitDir } = await guarded('wordless')
  await tieToBrief(gitDir, worktree, 7)
  await change(worktree)
  const before = await tip(worktree, 'work')
  expect(await tryGit(worktree, ['commit'], { GIT_EDITOR: 'true' })).toMatchObject({ went: false })
  expect(await tryGit(worktree, ['commit', '-m', ''])).toMatchObject({ went: false })
  expect(await tip(worktree, 'work')).toBe(before)
})

test('merges, squashes, rebases and picks of a Brief get the trailer once', async () => {
  const { main, worktree, gitDir } = await guarded('merged')
  const side = join(ground.path, 'merged side')
  await ground.git(main, 'worktree', 'add', '-q', '-b', 'side', side)
  await change(side, 'side', 'side')
  await ground.git(side, 'commit', '-q', '-m', 'Side')
  await tieToBrief(gitDir, worktree, 7)
  await change(worktree, 'work', 'work')
  await ground.git(worktree, 'commit', '-q', '-m', 'Work')
  await ground.git(worktree, 'merge', '-q', '--no-edit', 'side')
  expect(await trailers(worktree)).toEqual(['#7'])
  await tieToBrief(gitDir, side, 8)
  await change(side, 'more', 'more')
  await ground.git(side, 'commit', '-q', '-m', 'More')
  await ground.git(worktree, 'merge', '-q', '--squash', 'side')
  await ground.git(worktree, 'commit', '-q', '--no-edit')
  expect(await trailers(worktree)).toEqual(['#7'])
  await change(side, 'third', 'third')
  await ground.git(side, 'commit', '-q', '-m', 'Third')
  await ground.git(worktree, 'cherry-pick', 'side')
  expect(await trailers(worktree)).toEqual(['#8', '#7'])
  await change(worktree, 'fix', 'fix')
  await ground.git(worktree, 'commit', '-q', '--fixup=HEAD')
  const env = { GIT_SEQUENCE_EDITOR: ':', GIT_EDITOR: ':' }
  expect(await tryGit(worktree, ['rebase', '-q', '-i', '--autosquash', 'HEAD~2'], env)).toMatchObject({ went: true })
  expect(await trailers(worktree)).toEqual(['#8', '#7'])
  await tieToBrief(gitDir, worktree, undefined)
  await change(worktree, 'free', 'free')
  await ground.git(worktree, 'commit', '-q', '-m', 'Free')
  expect(await trailers(worktree)).toEqual([])
})

const TELLING = `{ printf '%s' "$0"; printf ' <%s>' "$@"; echo; cat; } >> "$(git rev-parse --git-common-dir)/told" 2>/dev/null`

test.each([
  ['the usual folder', async () => 'hooks'],
  ['a folder that the repository names', async (main: string) => set(main, '--local', join(main, '.hooks'))],
  ['a folder in each checkout', async (main: string) => set(main, '--local', '.husky/_')],
  ['a folder that the person names', async (main: string) => set(main, '--global', join(ground.path, 'global hooks'))],
])(
  "the repository's own hooks in %s run after the guard's, with their words, input and exit codes",
  async (where, choose) => {
    const { main, worktree, gitDir, ...wish } = await scene(`own ${where}`)
    const chosen = await choose(main)
    const folder = chosen === 'hooks' ? join(gitDir, 'hooks') : chosen.startsWith('.') ? join(worktree, chosen) : chosen
    await script(join(folder, 'pre-commit'), `#!/bin/sh\n${TELLING}\n[ ! -f forbidden ]\n`)
    await script(
      join(folder, 'commit-msg'),
      `#!/usr/bin/perl\nexit(system('grep', '-q', 'Brief: #7', $ARGV[0]) ? 3 : 0)\n`,
    )
    await script(join(folder, 'reference-transaction'), `#!/bin/sh\n[ "$1" = prepared ] && ${TELLING}\nexit 0\n`)
    await script(join(folder, 'post-commit'), 'exit 1\n', 0o644)
    try {
      expect(await installHooks({ ...wish, gitDir })).toMatchObject({ outcome: 'installed' })
      await tieToBrief(gitDir, worktree, 7)
      await change(worktree)
      expect(await tryGit(worktree, ['commit', '-m', 'Work'])).toMatchObject({ went: true })
      // One that is added later runs too.
      await script(join(folder, 'pre-push'), `#!/bin/sh\n${TELLING}\nexit 0\n`)
      await ground.git(worktree, 'push', '-q', '.', 'HEAD:refs/heads/pushed')
      const told = await readFile(join(gitDir, 'told'), 'utf8')
      expect(told).toContain(`${chosen.startsWith('.') ? chosen : folder}/pre-commit <>\n`)
      expect(told).toMatch(
        /reference-transaction <prepared>\n[0-9a-f]+ [0-9a-f]+ HEAD\n[0-9a-f]+ [0-9a-f]+ refs\/heads\/work\n/,
      )
      expect(told).toMatch(/pre-push <\.> <\.>\nHEAD [0-9a-f]+ refs\/heads\/pushed 0+\n/)
      await change(worktree, 'forbidden')
      expect(await tryGit(worktree, ['commit', '-m', 'Work'])).toMatchObject({ went: false })
      await tieToBrief(gitDir, worktree, undefined)
      expect(await tryGit(worktree, ['commit', '--no-verify', '-m', 'Work'])).toMatchObject({ went: true })
      await rm(join(worktree, 'forbidden'))
      await change(worktree)
      expect(await tryGit(worktree, ['commit', '-m', 'Work'])).toMatchObject({ went: false })
    } finally {
      await rm(join(ground.path, 'settings'))
      await writeFile(join(ground.path, 'settings'), '[protocol "file"]\n\tallow = always\n')
    }
  },
)

async function set(main: string, scope: string, path: string): Promise<string> {
  await ground.git(main, 'config', scope, 'core.hooksPath', path)
  return path
}

test('an own reference-transaction hook that says no is heard, and huge transactions reach it whole', async () => {
  const { worktree, gitDir } = await guarded('own-no')
  const hook = join(gitDir, 'hooks', 'reference-transaction')
  await script(hook, '#!/bin/sh\n[ "$1" = prepared ] || exit 0\nwc -l >> "$GIT_DIR/counted"\n')
  const head = await tip(worktree, 'work')
  const input = Array.from({ length: 300 }, (_, at) => `create refs/many/${at} ${head}\n`).join('')
  expect(await git({ gitDir }, ['update-ref', '--stdin'], { writes: true, hooks: true, input })).toMatchObject({
    outcome: 'ok',
  })
  expect((await readFile(join(gitDir, 'counted'), 'utf8')).trim()).toBe('300')
  const last = `${input.replaceAll('many', 'more')}update refs/heads/main ${'1'.repeat(40)}\n`
  expect(await git({ gitDir }, ['update-ref', '--stdin'], { writes: true, hooks: true, input: last })).toMatchObject({
    outcome: 'failed',
  })
  await script(hook, '#!/bin/sh\nexit 5\n')
  expect(await tryGit(worktree, ['branch', 'unwanted'])).toMatchObject({ went: false })
})

test('what was removed, altered, switched off or added is noticed, and installing again mends it', async () => {
  const wish = await scene('altered')
  const { gitDir, worktree, main } = wish
  const hook = (name: string) => join(gitDir, 'flower', 'hooks', name)
  expect(await inspectHooks(wish)).toEqual({ outcome: 'absent' })
  await installHooks(wish)
  expect(await inspectHooks(wish)).toEqual({ outcome: 'intact', ownHooks: join(gitDir, 'hooks') })
  expect(await installHooks(wish)).toMatchObject({ outcome: 'installed', changed: false })
  const after = async (deed: () => Promise<unknown>) => {
    await deed()
    const found = await inspectHooks(wish)
    expect(await installHooks(wish)).toMatchObject({ outcome: 'installed', changed: true })
    expect(await inspectHooks(wish)).toMatchObject({ outcome: 'intact' })
    return found.outcome === 'altered' ? found.problems : found
  }
  expect(await after(() => rm(hook('pre-commit')))).toEqual([{ kind: 'missing', hook: 'pre-commit' }])
  expect(await after(() => chmod(hook('pre-commit'), 0o644))).toEqual([{ kind: 'changed', hook: 'pre-commit' }])
  expect(await after(() => writeFile(hook('commit-msg'), '#!/bin/sh\n'))).toEqual([
    { kind: 'changed', hook: 'commit-msg' },
  ])
  const cut = () => ground.git(main, 'config', '--remove-section', `includeIf.gitdir:${gitDir}`)
  expect(await after(cut)).toEqual([{ kind: 'setting_gone' }])
  await script(join(gitDir, 'hooks', 'proc-receive'), '#!/bin/sh\n')
  expect(await inspectHooks(wish)).toMatchObject({ outcome: 'intact' })
  expect(await installHooks(wish)).toMatchObject({ changed: true })
  expect(await after(() => script(join(gitDir, 'hooks', 'new-in-git'), '#!/bin/sh\n'))).toEqual([
    { kind: 'missing', hook: 'new-in-git' },
  ])
  expect(await after(() => ground.git(main, 'config', 'core.hooksPath', '.husky/_'))).toEqual([
    { kind: 'own_hooks_moved', now: '.husky/_' },
  ])
  await change(main)
  expect(await tryGit(main, ['commit', '-m', 'Here'])).toMatchObject({ went: false })
  await script(hook('lfs-made-this'), 'x')
  expect(await inspectHooks(wish)).toEqual({
    outcome: 'altered',
    problems: [{ kind: 'foreign', hook: 'lfs-made-this' }],
  })
  expect(await uninstallHooks(wish)).toEqual({ outcome: 'uninstalled', left: ['lfs-made-this'] })
  await rm(join(gitDir, 'flower'), { recursive: true })
  await installHooks(wish)
  await ground.git(main, 'config', 'extensions.worktreeConfig', 'true')
  await ground.git(worktree, 'config', '--worktree', 'core.hooksPath', '/dev/null')
  expect(await inspectHooks(wish)).toEqual({
    outcome: 'altered',
    problems: [{ kind: 'overridden', hooksPath: '/dev/null', checkout: worktree }],
  })
  await ground.git(main, 'config', '--worktree', 'core.hooksPath', '/dev/null')
  await uninstallHooks(wish)
  expect(await installHooks(wish)).toEqual({ outcome: 'overridden', hooksPath: '/dev/null' })
  expect(await inspectHooks(wish)).toEqual({ outcome: 'absent' })
})

test('without its folder the guard is out, and in a copy or a moved repository it was never in', async () => {
  const { main, gitDir } = await guarded('[odd] *name*? "q" \\')
  const own = async (folder: string) => {
    await script(join(folder, '.git', 'hooks', 'pre-commit'), '#!/bin/sh\necho own >&2\n')
    await change(folder)
    return tryGit(folder, ['commit', '-m', 'Work'])
  }
  expect(await own(main)).toMatchObject({ went: false })
  const copy = join(ground.path, 'copy of it')
  await cp(main, copy, { recursive: true })
  expect(await own(copy)).toMatchObject({ went: true, said: 'own\n' })
  await rename(join(gitDir, 'flower'), join(gitDir, 'gone'))
  expect(await own(main)).toMatchObject({ went: true, said: 'own\n' })
  await rename(join(gitDir, 'gone'), join(gitDir, 'flower'))
  await rename(main, `${main} moved`)
  expect(await own(`${main} moved`)).toMatchObject({ went: true, said: 'own\n' })
})

test("git's own variables of a hook lead no hook of the guard astray", async () => {
  const { main, worktree, gitDir } = await guarded('variables')
  await tieToBrief(gitDir, worktree, 7)
  await change(main, 'mine', 'staged in MAIN')
  const index = await readFile(join(gitDir, 'index'))
  // A commit in the worktree that a hook of MAIN starts, with MAIN's variables around it.
  const env = { GIT_DIR: gitDir, GIT_WORK_TREE: main, GIT_INDEX_FILE: join(gitDir, 'index') }
  await writeFile(join(worktree, 'notes.md'), 'changed')
  const inside = ['env', '-u', 'GIT_DIR', '-u', 'GIT_WORK_TREE', '-u', 'GIT_INDEX_FILE', 'git']
  const [program = '', ...args] = [...inside, '-C', worktree, 'commit', '-q', '-a', '-m', 'From a hook']
  const identity = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'a@example.test' }
  const committer = { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'a@example.test' }
  const options = { cwd: main, env: { ...env, ...identity, ...committer }, timeoutMs: 30_000, maxBytes: 100_000 }
  expect(await run(program, args, options)).toMatchObject({ outcome: 'ok' })
  expect(await trailers(worktree)).toEqual(['#7'])
  expect((await readFile(join(gitDir, 'index'))).equals(index)).toBe(true)
  // A commit of a part of the worktree uses an index of its own for its hooks.
  await writeFile(join(worktree, 'notes.md'), 'again')
  expect(await tryGit(worktree, ['commit', '-m', 'A part', 'notes.md'])).toMatchObject({ went: true })
  expect(await ground.git(worktree, 'status', '--porcelain')).toBe('')
})

/** Everything that git could read of a repository's hooks and settings. */
async function portrait(gitDir: string): Promise<Record<string, string>> {
  const seen: Record<string, string> = {}
  for (const entry of await readTree(gitDir, path => /^(?:objects|logs|worktrees)$/.test(path))) {
    const content =
      entry.kind === 'file' ? (await readFile(onDisk(gitDir, entry.path))).toString('latin1') : entry.target
    seen[entry.path] = `${entry.kind} ${entry.mode.toString(8)} ${content}`
  }
  return seen
}

const hookFile = fc.record({
  name: fc.constantFrom('pre-commit', 'commit-msg', 'reference-transaction', 'pre-push', 'proc-receive', 'odd name'),
  text: fc.constantFrom('', '#!/bin/sh\nexit 0\n', '#!/usr/bin/env node\n', '\0\xff binary'),
  mode: fc.constantFrom(0o644, 0o755, 0o700),
})
const settings = fc.array(
  fc.constantFrom(
    '[core]\n\thooksPath = .husky/_\n',
    '[core]\n\thooksPath = "/else where"\n',
    '# a remark without end',
    '[include]\n\tpath = more\n',
    '[alias]\n\tx = "!f() { :; }; f" ; remark\n',
    '\n\n',
    '[user]\r\n\tname = Ad\u00e4\r\n',
  ),
  { maxLength: 4 },
)

test('installed and taken out again, hooks and config are byte for byte as before', { timeout: 120_000 }, async () => {
  let counted = 0
  const since = fc.constantFrom('nothing', 'remote', 'core', 'appended', 'twice')
  await fc.assert(
    fc.asyncProperty(
      fc.array(hookFile, { maxLength: 4 }),
      settings,
      since,
      fc.boolean(),
      async (hooks, texts, after, linked) => {
        counted += 1
        const wish = await scene(`undone-${counted}`)
        const config = join(wish.gitDir, 'config')
        for (const { name, text, mode } of hooks) await script(join(wish.gitDir, 'hooks', name), text, mode)
        await writeFile(config, (await readFile(config, 'utf8')) + texts.join(''))
        if (linked) {
          await rename(config, join(ground.path, `config-${counted}`))
          await symlink(join(ground.path, `config-${counted}`), config)
        }
        await chmod(config, 0o640)
        const twin = join(ground.path, `twin-${counted}`)
        await cp(wish.main, twin, { recursive: true, verbatimSymlinks: false, dereference: true })
        const before = await portrait(wish.gitDir)
        expect(await installHooks(wish)).toMatchObject({ outcome: 'installed' })
        if (after === 'twice') await installHooks(wish)
        for (const place of [wish.main, twin]) {
          if (after === 'remote') await ground.git(place, 'config', 'remote.x.url', 'somewhere')
          if (after === 'core') await ground.git(place, 'config', 'core.ignorecase', 'true')
          if (after === 'appended') {
            const path = join(place, '.git', 'config')
            const text = await readFile(path, 'utf8')
            await writeFile(path, text + (text.endsWith('\n') ? '' : '\n') + '[tail]\n\tx = 1\n')
          }
        }
        expect(await inspectHooks(wish)).toMatchObject({ outcome: 'intact' })
        expect(await uninstallHooks(wish)).toEqual({ outcome: 'uninstalled', left: [] })
        expect(await uninstallHooks(wish)).toEqual({ outcome: 'absent' })
        expect(await readFile(config, 'latin1')).toBe(await readFile(join(twin, '.git', 'config'), 'latin1'))
        expect((await stat(config)).mode & 0o777).toBe(0o640)
        if (after === 'nothing' || after === 'twice') expect(await portrait(wish.gitDir)).toEqual(before)
      },
    ),
    { numRuns: 25 },
  )
})
