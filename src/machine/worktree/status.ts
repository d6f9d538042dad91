// How a worktree stands: branch, distance from its base, what is not committed, what is under way.

import { join } from 'node:path'
import { git } from '../git/command.ts'
import { isObjectId } from '../git/ref-name.ts'
import { wordsOf } from './in-turn.ts'
import { gitPlaceOf, registrationOf } from './registration.ts'
import { isThere } from './same-place.ts'

export interface DirtyCounts {
  /** Tracked files that differ from HEAD, staged or not; renames count once. */
  modified: number
  untracked: number
  /** Files in conflict. */
  unmerged: number
  /** Ignored files and folders, a folder that is ignored as such counting once. */
  ignored: number
}

export type Undertaking = 'rebase' | 'merge' | 'cherry-pick' | 'revert' | 'bisect'

export interface WorktreeStatus extends DirtyCounts {
  outcome: 'read'
  /** Undefined when detached. */
  branch?: string
  /** Undefined on a branch without a commit. */
  head?: string
  /** Commits of HEAD that the base lacks; undefined without a base, or when it is gone. */
  ahead?: number
  /** Commits of the base that HEAD lacks. */
  behind?: number
  underWay: Undertaking[]
}

export type StatusAnswer =
  | WorktreeStatus
  | { outcome: 'not_registered' }
  /** git records it, but the folder is gone. */
  | { outcome: 'missing' }
  | { outcome: 'git_failed'; detail: string }

/** Reads HEAD and files anew, takes no locks. `base` is an object id. */
export async function statusOf(wish: { gitDir: string; folder: string; base?: string }): Promise<StatusAnswer> {
  const registration = await registrationOf(wish.gitDir, wish.folder)
  if (registration === undefined) return { outcome: 'not_registered' }
  const place = gitPlaceOf(registration)
  const args = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all', '--ignored=matching']
  const result = await git(place, [...args, '--ignore-submodules=none'], { timeoutMs: 120_000 })
  if (result.outcome === 'missing_folder') return { outcome: 'missing' }
  if (result.outcome !== 'ok') return { outcome: 'git_failed', detail: wordsOf(result) }
  const { branch, head, paths: _paths, ...counts } = parseStatus(result.stdout)
  const distance =
    wish.base !== undefined && head !== undefined ? await distanceFrom(wish.gitDir, wish.base, head) : undefined
  const underWay = await whatIsUnderWay(registration.ownGitDir)
  return { outcome: 'read', branch, head, ...counts, ...distance, underWay }
}

export interface ParsedStatus extends DirtyCounts {
  branch?: string
  head?: string
  /** The first few paths that are not as committed, for a reason to show. */
  paths: string[]
}

/** Reads `git status --porcelain=v2 --branch -z`; `most` bounds the paths that are named. */
export function parseStatus(output: string, most = 5): ParsedStatus {
  const parsed: ParsedStatus = { modified: 0, untracked: 0, unmerged: 0, ignored: 0, paths: [] }
  const lines = output.split('\0')
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line.startsWith('# branch.oid ') && !line.endsWith('(initial)')) parsed.head = line.slice(13)
    if (line.startsWith('# branch.head ') && !line.endsWith(' (detached)')) parsed.branch = line.slice(14)
    const kind = ENTRY_KINDS.get(line.slice(0, 2))
    if (kind === undefined) continue
    parsed[kind.counts] += 1
    if (parsed.paths.length < most) parsed.paths.push(line.split(' ').slice(kind.fields).join(' '))
    // A rename's old path follows as an entry of its own.
    if (line.startsWith('2 ')) at += 1
  }
  return parsed
}

const ENTRY_KINDS = new Map<string, { counts: keyof DirtyCounts; fields: number }>([
  ['1 ', { counts: 'modified', fields: 8 }],
  ['2 ', { counts: 'modified', fields: 9 }],
  ['u ', { counts: 'unmerged', fields: 10 }],
  ['? ', { counts: 'untracked', fields: 1 }],
  ['! ', { counts: 'ignored', fields: 1 }],
])

/** By commits of both sides; undefined when one of them is gone. */
export async function distanceFrom(gitDir: string, base: string, head: string) {
  if (!isObjectId(base)) return undefined
  if (base === head) return { ahead: 0, behind: 0 }
  const counted = await git({ gitDir }, ['rev-list', '--left-right', '--count', `${base}...${head}`, '--'])
  if (counted.outcome !== 'ok') return undefined
  const [behind, ahead] = counted.stdout.trim().split('\t').map(Number)
  return { ahead, behind }
}

const SIGNS: [Undertaking, string][] = [
  ['rebase', 'rebase-merge'],
  ['rebase', 'rebase-apply'],
  ['merge', 'MERGE_HEAD'],
  ['cherry-pick', 'CHERRY_PICK_HEAD'],
  ['revert', 'REVERT_HEAD'],
  ['bisect', 'BISECT_LOG'],
]

/** By the files that git keeps in a checkout's own git folder for what is not finished. */
export async function whatIsUnderWay(ownGitDir: string): Promise<Undertaking[]> {
  const there = await Promise.all(SIGNS.map(([, file]) => isThere(join(ownGitDir, file))))
  return [...new Set(SIGNS.filter((_, at) => there[at]).map(([name]) => name))]
}
