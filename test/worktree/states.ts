// Random states of a worktree, made with git itself, and all that is in one, for comparing before and after.

import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { run } from '#machine/command.ts'
import { asText, onDisk, readTree } from '#machine/rescue/read-tree.ts'
import type { PracticeGround } from '../practice-repository.ts'

/** One thing that somebody does in a worktree. What git refuses in the state at hand is simply not done. */
export type Deed =
  | { do: 'write'; path: string; text: string; mode: number }
  | { do: 'bytes'; name: number[] }
  | { do: 'link'; path: string; target: string }
  | { do: 'folder'; path: string }
  | { do: 'remove'; path: string }
  | { do: 'git'; args: string[] }
  /** Commits what the branch `rival` has otherwise, and then asks for both together: git stops in the middle. */
  | { do: 'clash'; text: string; how: readonly string[] }
  | { do: 'nested'; path: string }
  | { do: 'submodule'; path: string; commits: boolean }

const NAMES = [
  'notes.md',
  'a.txt',
  'b c.txt',
  'déep/é.txt',
  'deep/er/x',
  'ignored.log',
  'kept/.env',
  '-dash',
  'q"uote',
  'two\nlines',
]
const path = fc.constantFrom(...NAMES)
const text = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('', 'a\r\nb\r\n', 'a\nb\n', 'x'.repeat(5_000)))
const git = (...args: string[]): fc.Arbitrary<Deed> => fc.constant({ do: 'git', args })

export const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      path,
      text,
      mode: fc.constantFrom(0o644, 0o755, 0o600, 0o444),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('bytes' as const),
      name: fc.array(fc.integer({ min: 0x80, max: 0xff }), { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('link' as const),
      path,
      target: fc.constantFrom('notes.md', '../../outside', '/etc', 'nowhere'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('folder' as const), path: fc.constantFrom('empty', 'deep/empty/er') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), path }) },
  { weight: 2, arbitrary: git('add', '-A') },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('git' as const),
      args: fc.tuple(fc.constant('add'), fc.constant('--'), path),
    }),
  },
  { weight: 2, arbitrary: git('commit', '-q', '-a', '-m', 'Work') },
  { weight: 1, arbitrary: git('checkout', '-q', '--detach') },
  { weight: 1, arbitrary: git('reset', '-q', '--soft', 'HEAD~1') },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('clash' as const),
      text,
      how: fc.constantFrom(
        ['rebase', 'rival'],
        ['rebase', '--apply', 'rival'],
        ['merge', 'rival'],
        ['cherry-pick', 'rival'],
        ['revert', '--no-edit', 'HEAD~1'],
        ['stash', 'apply'],
      ),
    }),
  },
  { weight: 1, arbitrary: git('-c', 'sequence.editor=sed -i -e 1s/pick/edit/', 'rebase', '-q', '-i', 'main~1') },
  { weight: 1, arbitrary: git('rebase', '--skip') },
  { weight: 1, arbitrary: git('merge', '--no-edit', 'rival') },
  { weight: 1, arbitrary: git('revert', '--no-commit', 'HEAD') },
  { weight: 1, arbitrary: git('bisect', 'start', 'HEAD', 'main~1') },
  { weight: 1, arbitrary: git('checkout', '-q', '--detach', 'main~1') },
  { weight: 1, arbitrary: git('checkout', '-q', '-') },
  { weight: 1, arbitrary: git('commit', '-q', '--amend', '--allow-empty', '-m', 'Otherwise') },
  { weight: 1, arbitrary: git('mv', '-k', 'notes.md', 'moved.md') },
  { weight: 1, arbitrary: git('update-index', '--skip-worktree', '.gitignore') },
  { weight: 1, arbitrary: git('update-index', '--split-index') },
  { weight: 1, arbitrary: git('sparse-checkout', 'set', 'deep') },
  { weight: 1, arbitrary: git('stash', 'push', '-u') },
  { weight: 1, arbitrary: git('update-index', '--assume-unchanged', 'notes.md') },
  { weight: 1, arbitrary: git('add', '--intent-to-add', '--', 'a.txt') },
  { weight: 1, arbitrary: git('switch', '-q', '--orphan', 'unborn') },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('nested' as const), path: fc.constantFrom('nested', 'deep/nested') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('submodule' as const), path: fc.constant('sub'), commits: fc.boolean() }),
  },
)

export async function perform(ground: PracticeGround, folder: string, each: Deed): Promise<void> {
  await attempt(ground, folder, each).catch(() => {})
}

async function attempt(ground: PracticeGround, folder: string, each: Deed): Promise<void> {
  if (each.do === 'git') return void (await ground.git(folder, ...each.args))
  if (each.do === 'clash') return clash(ground, folder, each)
  if (each.do === 'bytes') return writeFile(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(each.name)]), 'bytes')
  const place = join(folder, each.path)
  await mkdir(dirname(place), { recursive: true })
  if (each.do === 'write') {
    await writeFile(place, each.text)
    await chmod(place, each.mode)
    await utimes(place, 1_700_000_000, 1_700_000_000.25)
  }
  if (each.do === 'link') await symlink(each.target, place)
  if (each.do === 'folder') await mkdir(place, { recursive: true })
  if (each.do === 'remove') await run('rm', ['-rf', place], { cwd: folder, timeoutMs: 10_000, maxBytes: 1_000 })
  if (each.do === 'nested') {
    await mkdir(place)
    await ground.git(place, 'init', '-q')
    await writeFile(join(place, 'inner'), 'inner')
    await ground.git(place, 'add', '-A')
    await ground.git(place, 'commit', '-q', '-m', 'Only here')
  }
  if (each.do === 'submodule') {
    await ground.git(folder, 'submodule', 'add', '-q', join(ground.path, 'library'), each.path)
    if (each.commits) await ground.git(place, 'commit', '-q', '--allow-empty', '-m', 'Unpushed')
    await writeFile(join(place, 'untracked in sub'), 'x')
  }
}

async function clash(ground: PracticeGround, folder: string, { text, how }: Deed & { do: 'clash' }): Promise<void> {
  await writeFile(join(folder, 'notes.md'), `ours ${text}`)
  await ground.git(folder, 'commit', '-q', '-m', 'Ours', '--', 'notes.md')
  await ground.git(folder, ...how)
}

/** Every file, link, folder and mode of a worktree and of its own git folder, by hash, and what git itself says of it. */
export async function portrait(ground: PracticeGround, folder: string): Promise<Record<string, string>> {
  const own = await ground.git(folder, 'rev-parse', '--absolute-git-dir')
  const seen: Record<string, string> = {}
  for (const [name, root] of [
    ['checkout', folder],
    ['own', own],
  ] as const) {
    for (const entry of await readTree(root, () => false)) {
      const bytes = entry.kind === 'file' ? await readFile(onDisk(root, entry.path)) : (entry.target ?? '')
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
      // Its own `.git` file is made anew, with the same text.
      const time = entry.kind === 'file' && entry.path !== '.git' ? Math.round(entry.modifiedAt) : ''
      seen[`${name}/${JSON.stringify(asText(entry.path))}${Buffer.from(entry.path, 'latin1').toString('hex')}`] =
        `${entry.kind} ${entry.mode.toString(8)} ${hash} ${name === 'checkout' ? time : ''}`
    }
  }
  const said = [
    ['status', '--porcelain=v2', '--branch', '-z', '--ignored'],
    ['ls-files', '-s', '-z'],
    ['log', '-g', '--format=%H %gs', '--max-count=50'],
    ['stash', 'list'],
    ['diff', '--binary'],
    ['diff', '--binary', '--cached'],
  ]
  const index = await copyOfIndex(own, join(ground.path, 'looked-at-index'))
  try {
    for (const args of said)
      seen[`git ${args.join(' ')}`] = await ask(folder, ['--no-optional-locks', ...args], index).catch(String)
  } finally {
    await rm(index, { force: true })
  }
  return seen
}

/**
 * `git diff` writes what it found clean into the index even where it is told to take no locks, so that it gets a copy. Of the
 * same age, as git looks twice at whatever is not older than its index.
 */
async function copyOfIndex(own: string, copy: string): Promise<string> {
  await run('cp', ['-p', join(own, 'index'), copy], { cwd: own, timeoutMs: 10_000, maxBytes: 1_000 })
  return copy
}

async function ask(folder: string, args: readonly string[], index: string): Promise<string> {
  const options = { cwd: folder, env: { GIT_INDEX_FILE: index }, timeoutMs: 30_000, maxBytes: 10_000_000 }
  const said = await run('git', args, options)
  if (said.outcome !== 'ok') throw new Error(JSON.stringify(said))
  return said.stdout
}
