// The checkout in which a gate runs: exactly one commit, clean and prepared, proven before each run. Used again for the next
// one, so that only what differs is written and what preparing brought is there already.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ConfiguredCommand } from '#domain/configuration/commands-of.ts'
import type { Configuration } from '#domain/configuration/configuration.ts'
import type { Words } from '#domain/configuration/template.ts'
import type { Isolation } from '#domain/worktree/worktree.ts'
import { readFileIfThere, writeFileDurably } from '../files.ts'
import { git } from '../git/command.ts'
import { isObjectId } from '../git/ref-name.ts'
import { type Preparation, prepare } from '../prepare/prepare.ts'
import type { StepFailure } from '../prepare/run-step.ts'
import { type Filling, fillSubmodules, largeFileSettings } from '../worktree/fill.ts'
import { wordsOf } from '../worktree/in-turn.ts'
import { parseStatus } from '../worktree/status.ts'
import { deleteAside, discardCheck, removeWhole } from './discard.ts'
import { type CheckPlace, checkPlace, keepIndex, type Refs, writeOwnRepository } from './own-repository.ts'

export interface CheckWish {
  /** The project's common git folder, and MAIN's checkout, from which listed files are brought. */
  gitDir: string
  main: string
  /** Off to the side: for checks of one line alone, one at a time. Made when missing. */
  folder: string
  /** A whole object id. */
  commit: string
  /** As MAIN has it. */
  configuration: Configuration
  trusted: boolean
  values: Words
  isolation: Isolation
  filling: Filling
  /** In the environment of everything that preparing runs. */
  marker: string
  signal?: AbortSignal
}

export type Check =
  | { outcome: 'ready'; place: CheckPlace; tree: string; refs: Refs }
  /** A step of preparing failed on this commit, which may be the commit's own fault. */
  | ({ outcome: 'unprepared'; tree: string } & StepFailure)
  | { outcome: 'untrusted'; commands: ConfiguredCommand[] }
  /** Nothing is said of the commit: git, the disk or the system stood in the way. */
  | { outcome: 'trouble'; reason: string }

/**
 * Brings the checkout to the commit and proves it: HEAD, every tracked file, and nothing beside them but what preparing
 * brought. When the old one can't be made clean it is thrown away, and a new one is made.
 */
export async function readyCheck(wish: CheckWish): Promise<Check> {
  const { gitDir, commit, folder } = wish
  const place = checkPlace(folder)
  const once = (tree: string) => readyOnce(wish, place, tree).catch((error: unknown) => trouble(wordsOfError(error)))
  try {
    const named = isObjectId(commit) ? commit : ''
    const read = await git({ gitDir }, ['rev-parse', '--verify', '--end-of-options', `${named}^{tree}`])
    if (read.outcome !== 'ok') return trouble(`There is no commit ${commit}: ${wordsOf(read)}`)
    const tree = read.stdout.trim()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await deleteAside(folder)
    const first = await once(tree)
    if (first.outcome !== 'trouble') return first
    await discardCheck(place)
    return await once(tree)
  } catch (error) {
    return trouble(wordsOfError(error))
  }
}

const wordsOfError = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function readyOnce(wish: CheckWish, place: CheckPlace, tree: string): Promise<Check> {
  const written = await writeOwnRepository(place, wish.gitDir, wish.commit)
  if ('problem' in written) return trouble(written.problem)
  const problem = (await fill(wish, place)) ?? (await clean(place, await readKept(place)))
  if (problem !== undefined) return trouble(problem)
  const wrong = await changesIn(place, wish.commit)
  if (wrong !== undefined) return trouble(`The checkout of ${wish.commit} isn't exact: ${wrong}`)
  const prepared = await prepareCheck(wish, place)
  if (prepared.outcome === 'failed') {
    const { step, problem, lastLines } = prepared
    return { outcome: 'unprepared', tree, step, problem, lastLines }
  }
  if (prepared.outcome === 'untrusted') return prepared
  if (prepared.outcome === 'refused') return trouble(`${prepared.problem}. ${prepared.cure}`)
  if (prepared.changed) {
    const changed = await changesIn(place, wish.commit)
    const whose = { step: 'worktrees.prepare', lastLines: [] }
    if (changed !== undefined) return { outcome: 'unprepared', tree, ...whose, problem: `Preparing left ${changed}` }
    await writeFileDurably(place.kept, JSON.stringify(await extras(place)), 0o600)
  }
  await keepIndex(place)
  return { outcome: 'ready', place, tree, refs: written.refs }
}

const trouble = (reason: string): Check => ({ outcome: 'trouble', reason })

const gitAt = ({ gitDir, tree }: CheckPlace) => ({ gitDir, workTree: tree })

/** Every tracked file as the commit has it, whatever was there. Answers why not. */
async function fill({ commit, filling, gitDir }: CheckWish, place: CheckPlace): Promise<string | undefined> {
  await mkdir(place.tree, { recursive: true })
  await removeWhole(join(place.tree, '.git'))
  await writeFile(join(place.tree, '.git'), `gitdir: ${place.gitDir}\n`)
  const { timeoutMs } = filling
  const reset = [...largeFileSettings(filling.largeFiles), 'reset', '--hard', '--quiet', '--no-recurse-submodules']
  const done = await git(gitAt(place), [...reset, commit], { writes: true, timeoutMs })
  if (done.outcome !== 'ok') return `The files of ${commit} can't be checked out: ${wordsOf(done)}`
  const modules = await readFileIfThere(join(place.tree, '.gitmodules'))
  if (modules === undefined) return undefined
  // Those that were there already; what is not theirs goes too, ignored or not.
  const sweep = ['submodule', '--quiet', 'foreach', '--recursive', 'git reset --quiet --hard && git clean -ffdxq']
  await git({ folder: place.tree }, sweep, { writes: true, timeoutMs })
  return fillSubmodules({ id: gitDir, ownGitDir: place.gitDir, path: place.tree }, timeoutMs)
}

/** Takes away what isn't tracked, ignored or not, apart from what preparing brought. Answers what could not go. */
async function clean(place: CheckPlace, kept: readonly string[]): Promise<string | undefined> {
  const oddOnes = async () => (await extras(place)).filter(name => !kept.includes(name))
  const odd = await oddOnes()
  for (const name of odd) await removeWhole(join(place.tree, name))
  const left = odd.length > 0 ? await oddOnes() : []
  return left.length > 0 ? `It can't be cleaned: ${left.slice(0, 5).join(', ')}` : undefined
}

/** What is not tracked, ignored or not; a folder in which nothing is tracked is one, empty ones included. */
async function extras(place: CheckPlace): Promise<string[]> {
  const listed = await git(gitAt(place), ['ls-files', '--others', '--directory', '-z'], { timeoutMs: 120_000 })
  if (listed.outcome !== 'ok') throw new Error(`What is in ${place.tree} can't be listed: ${wordsOf(listed)}`)
  return listed.stdout.split('\0').filter(name => name !== '')
}

/** What preparing brought the last time; nothing when that was cut off. */
async function readKept(place: CheckPlace): Promise<string[]> {
  const text = (await readFileIfThere(place.kept))?.toString('utf8')
  try {
    return z.array(z.string()).parse(JSON.parse(text ?? '[]'))
  } catch {
    return []
  }
}

/** What was brought for other inputs would be in the way of what is brought now. */
async function prepareCheck(wish: CheckWish, place: CheckPlace): Promise<Preparation> {
  const { main, configuration, trusted, values, isolation, marker, signal } = wish
  return prepare({
    main,
    folder: place.tree,
    repository: place.gitDir,
    configuration,
    trusted,
    values,
    isolation,
    marker,
    journal: () => undefined,
    onDrift: async () => {
      await removeWhole(place.kept)
      const problem = await clean(place, [])
      if (problem !== undefined) throw new Error(problem)
    },
    ...(signal ? { signal } : {}),
  })
}

/**
 * How HEAD and the tracked files differ from the commit, in words; undefined when they don't. `indexFile` is one that no
 * gate can have written.
 */
export async function changesIn(place: CheckPlace, commit: string, indexFile?: string): Promise<string | undefined> {
  const head = (await readFileIfThere(join(place.gitDir, 'HEAD')))?.toString('utf8').trim()
  if (head !== commit) return `HEAD at ${head ?? 'nothing'} instead of ${commit}`
  const ignored = indexFile === undefined ? 'none' : 'untracked'
  const args = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=no', `--ignore-submodules=${ignored}`]
  const own = indexFile === undefined ? { writes: true } : { indexFile }
  const read = await git(gitAt(place), args, { ...own, timeoutMs: 120_000 })
  if (read.outcome !== 'ok') return `a checkout that git can't read: ${wordsOf(read)}`
  const { modified, unmerged, paths } = parseStatus(read.stdout)
  const more = modified + unmerged - paths.length
  if (modified + unmerged === 0) return undefined
  return `tracked files changed: ${paths.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
