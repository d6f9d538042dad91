// What is in conflict, with both sides and what they come from, bounded so that it can be shown and sent.

import type { BytePath } from '../rescue/read-tree.ts'
import { type Merge, mergePairs, type Pair } from './merge-trees.ts'
import { ask, type GitFailure, shown } from './plumbing.ts'

/** One version of a file. */
export type Side =
  | { is: 'text'; mode: string; id: string; text: string }
  /** More than `MAX_TEXT` bytes, or no room left in the whole answer. */
  | { is: 'large' | 'binary'; mode: string; id: string; bytes: number }
  /** A submodule; `id` is its commit. */
  | { is: 'submodule'; mode: string; id: string }

export interface ConflictFile {
  /** For people; a name that is no UTF-8 has replacement signs in it. */
  path: string
  kind: 'both_changed' | 'both_added' | 'we_deleted' | 'they_deleted' | 'moved' | 'binary' | 'submodule'
  /** The version that both come from; a side is missing where there is no such file. */
  base?: Side
  ours?: Side
  theirs?: Side
  /** The file with git's conflict markers in it, where there is one. */
  marked?: Side
  /** git's own sentences about this path. */
  said: string[]
}

export interface Conflict {
  files: ConflictFile[]
  /** How many files beyond `MAX_FILES` are in conflict. */
  more: number
}

/** What can come of a merge of two commits besides its tree. */
export type NoMerge = ({ outcome: 'conflict' } & Conflict) | { outcome: 'unrelated' } | GitFailure

const MAX_FILES = 50
const MAX_TEXT = 64 * 1024
const MAX_ALL = 2 * 1024 * 1024

/** Merges two commits by the rules of `rules`; answers the tree, or why there is none. */
export async function mergeTwo(gitDir: string, pair: Pair, rules: string): Promise<string | NoMerge> {
  const merges = await mergePairs(gitDir, [pair], rules)
  if ('outcome' in merges) return merges.detail.includes('unrelated histories') ? { outcome: 'unrelated' } : merges
  const [merge] = merges
  if (merge === undefined) return { outcome: 'failed', step: 'git merge-tree', detail: 'it answered nothing' }
  if (merge.clean) return merge.tree
  const conflict = await conflictSides(gitDir, merge)
  return 'outcome' in conflict ? conflict : { outcome: 'conflict', ...conflict }
}

/** The sides of a merge that was not clean. */
export async function conflictSides(gitDir: string, merge: Merge): Promise<Conflict | GitFailure> {
  const paths = [...new Set(merge.stages.map(stage => stage.path))]
  const wanted = paths.slice(0, MAX_FILES)
  const marked = await blobsAt(gitDir, merge.tree, wanted)
  if ('outcome' in marked) return marked
  const stages = merge.stages.filter(stage => wanted.includes(stage.path))
  const ids = [...stages.filter(stage => stage.mode !== SUBMODULE).map(stage => stage.id), ...marked.values()]
  const blobs = await readBlobs(gitDir, [...new Set(ids)])
  if ('outcome' in blobs) return blobs
  const files = wanted.map(path => {
    const own = stages.filter(stage => stage.path === path)
    const side = (number: number) =>
      sideOf(
        own.find(each => each.stage === number),
        blobs,
      )
    const [base, ours, theirs] = [side(1), side(2), side(3)]
    const id = marked.get(path)
    const inTree = id === undefined ? undefined : sideOf({ mode: ours?.mode ?? theirs?.mode ?? '100644', id }, blobs)
    const file = { path: shown(path), base, ours, theirs, marked: inTree }
    const said = merge.words.filter(word => word.paths.includes(path)).map(word => shown(word.text))
    return { ...file, kind: kindOf(base, ours, theirs), said: said.filter(text => text.startsWith('CONFLICT')) }
  })
  return { files, more: paths.length - wanted.length }
}

/** From what is there, as git's own words for it may change. */
function kindOf(base?: Side, ours?: Side, theirs?: Side): ConflictFile['kind'] {
  const sides = [base, ours, theirs].filter(side => side !== undefined)
  if (sides.some(side => side.is === 'submodule')) return 'submodule'
  if (ours === undefined && theirs === undefined) return 'moved'
  if (ours === undefined) return base === undefined ? 'moved' : 'we_deleted'
  if (theirs === undefined) return base === undefined ? 'moved' : 'they_deleted'
  if (sides.some(side => side.is === 'binary')) return 'binary'
  return base === undefined ? 'both_added' : 'both_changed'
}

const SUBMODULE = '160000'

type Blobs = Map<string, { bytes: number; content?: string }>

function sideOf(entry: { mode: string; id: string } | undefined, blobs: Blobs): Side | undefined {
  if (entry === undefined) return undefined
  const { mode, id } = entry
  if (mode === SUBMODULE) return { is: 'submodule', mode, id }
  const { bytes, content } = blobs.get(id) ?? { bytes: 0 }
  if (content === undefined) return { is: 'large', mode, id, bytes }
  // As git tells it: a NUL among the first 8,000 bytes.
  if (content.slice(0, 8_000).includes('\0')) return { is: 'binary', mode, id, bytes }
  return { is: 'text', mode, id, text: shown(content) }
}

/** The blobs that a tree holds at these paths. */
async function blobsAt(gitDir: string, tree: string, paths: BytePath[]): Promise<Map<BytePath, string> | GitFailure> {
  const input = Buffer.from(paths.map(path => `${tree}:${path}\0`).join(''), 'latin1')
  const read = await ask(gitDir, ['cat-file', '--batch-check=%(objecttype) %(objectname)', '-z'], { input })
  if (read.outcome !== 'ok') return read
  const found = new Map<BytePath, string>()
  let at = 0
  for (const path of paths) {
    const missing = `${tree}:${path} missing\n`
    const line = read.stdout.startsWith(missing, at)
      ? missing
      : read.stdout.slice(at, read.stdout.indexOf('\n', at) + 1)
    const [kind, id] = line.trimEnd().split(' ')
    if (line !== missing && kind === 'blob' && id !== undefined) found.set(path, id)
    at += line.length
  }
  return found
}

/** Sizes of all, contents of those that are small enough as long as there is room. */
async function readBlobs(gitDir: string, ids: string[]): Promise<Blobs | GitFailure> {
  const sized = await ask(gitDir, ['cat-file', '--batch-check=%(objectname) %(objectsize)'], { input: linesOf(ids) })
  if (sized.outcome !== 'ok') return sized
  const blobs: Blobs = new Map()
  let room = MAX_ALL
  const wanted = ids.filter((id, at) => {
    const bytes = Number(sized.stdout.split('\n')[at]?.split(' ')[1])
    blobs.set(id, { bytes })
    if (bytes > MAX_TEXT || bytes > room) return false
    room -= bytes
    return true
  })
  const read = await ask(gitDir, ['cat-file', '--batch'], { input: linesOf(wanted) })
  if (read.outcome !== 'ok') return read
  let at = 0
  for (const id of wanted) {
    const start = read.stdout.indexOf('\n', at) + 1
    const bytes = blobs.get(id)?.bytes ?? 0
    blobs.set(id, { bytes, content: read.stdout.slice(start, start + bytes) })
    at = start + bytes + 1
  }
  return blobs
}

function linesOf(ids: string[]): string {
  return ids.map(id => `${id}\n`).join('')
}
