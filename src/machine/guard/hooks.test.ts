import { chmod, cp, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HookGround, hookGround, script, tryGit } from '../../../test/guard/hooked.ts'
import { git } from '../git/command.ts'
import { onDisk, readTree } from '../rescue/read-tree.ts'
import { tieToBrief } from './brief-file.ts'
import { inspectHooks, installHooks, uninstallHooks } from './hooks.ts'

let ground: HookGround
beforeAll(async () => {
  ground = await hookGround()
})
afterAll(() => ground.remove())

const TELLING = `{ printf '%s' "$0"; printf ' <%s>' "$@"; echo; cat; } >> "$(git rev-parse --git-common-dir)/told" 2>/dev/null`

test.each([
  ['the usual folder', async () => 'hooks'],
  ['a folder that the repository names', async (main: string) => set(main, '--local', join(main, '.hooks'))],
  ['a folder in each checkout', async (main: string) => set(main, '--local', '.husky/_')],
  ['a folder that the person names', async (main: string) => set(main, '--global', join(ground.path, 'global hooks'))],
])(
  "the repository's own hooks in %s run after the guard's, with their words, input and exit codes",
  async (where, choose) => {
    const { main, worktree, gitDir, ...wish } = await ground.scene(`own ${where}`)
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
      await ground.change(worktree)
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
      await ground.change(worktree, 'forbidden')
      expect(await tryGit(worktree, ['commit', '-m', 'Work'])).toMatchObject({ went: false })
      await tieToBrief(gitDir, worktree, undefined)
      expect(await tryGit(worktree, ['commit', '--no-verify', '-m', 'Work'])).toMatchObject({ went: true })
      await rm(join(worktree, 'forbidden'))
      await ground.change(worktree)
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
  const { worktree, gitDir } = await ground.guarded('own-no')
  const hook = join(gitDir, 'hooks', 'reference-transaction')
  await script(hook, '#!/bin/sh\n[ "$1" = prepared ] || exit 0\nwc -l >> "$GIT_DIR/counted"\n')
  const head = await ground.tip(worktree, 'work')
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
  const wish = await ground.scene('altered')
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
  await ground.change(main)
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

test('an include that somebody has cut up is put in again, and taken out to the last letter', async () => {
  const wish = await ground.scene('cut up')
  const config = join(wish.gitDir, 'config')
  const before = await readFile(config, 'utf8')
  await installHooks(wish)
  await ground.git(wish.main, 'config', '--remove-section', `includeIf.gitdir:${wish.gitDir}/`)
  expect(await installHooks(wish)).toMatchObject({ outcome: 'installed', changed: true })
  expect(await inspectHooks(wish)).toMatchObject({ outcome: 'intact' })
  await ground.git(wish.main, 'config', '--remove-section', `includeIf.gitdir:${wish.gitDir}`)
  expect(await uninstallHooks(wish)).toMatchObject({ outcome: 'uninstalled' })
  expect(await readFile(config, 'utf8')).toBe(before)
})

test('without its folder the guard is out, and in a copy or a moved repository it was never in', async () => {
  const { main, gitDir } = await ground.guarded('[odd] *name*? "q" \\')
  const own = async (folder: string) => {
    await script(join(folder, '.git', 'hooks', 'pre-commit'), '#!/bin/sh\necho own >&2\n')
    await ground.change(folder)
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

test("git's own variables of a hook lead neither the guard's hooks nor flower astray", async () => {
  const outer = await ground.scene('outer')
  const wish = await ground.scene('inner')
  const index = await readFile(join(outer.gitDir, 'index'))
  // As if flower were started by a hook of another repository.
  const variables = { GIT_DIR: outer.gitDir, GIT_WORK_TREE: outer.main, GIT_INDEX_FILE: join(outer.gitDir, 'index') }
  Object.assign(process.env, variables)
  try {
    expect(await installHooks(wish)).toMatchObject({ outcome: 'installed', ownHooks: join(wish.gitDir, 'hooks') })
    expect(await tieToBrief(wish.gitDir, wish.worktree, 7)).toBe(true)
    expect(await inspectHooks(outer)).toEqual({ outcome: 'absent' })
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name]
  }
  expect((await readFile(join(outer.gitDir, 'index'))).equals(index)).toBe(true)
  // A commit of a part of the worktree gives its hooks an index of its own.
  await writeFile(join(wish.worktree, 'notes.md'), 'again')
  await ground.change(wish.worktree, 'staged')
  await writeFile(join(wish.worktree, 'other'), 'not of it')
  expect(await tryGit(wish.worktree, ['commit', '-m', 'A part', 'notes.md'])).toMatchObject({ went: true })
  expect(await ground.trailers(wish.worktree)).toEqual(['#7'])
  expect(await ground.git(wish.worktree, 'status', '--porcelain')).toBe('A  staged\n?? other')
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
        const wish = await ground.scene(`undone-${counted}`)
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
