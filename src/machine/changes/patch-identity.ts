// What makes two commits the same work: one author, one moment, and the same lines changed in the same files.

import { ask, type GitFailure } from '../landing/plumbing.ts'
import { isAncestor } from '../worktree/branch.ts'
import { mergeBases } from './touched.ts'

const LARGE = { timeoutMs: 120_000, maxBytes: 256 * 1024 * 1024 }

/** Without the lines around, which another base may have changed. */
const PATCH = ['-p', '-U0', '--full-index', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-color', '--binary']

/** The work of a commit. A merge has none of its own that could be told. */
export interface Work {
  /** Lines and files. */
  patch: string
  /** With the author and the moment, which a rebase, an amendment and a cherry-pick keep. */
  identity: string
}

/** The work of each commit that is there and is no merge. */
export async function workOf(gitDir: string, ids: string[]): Promise<Map<string, Work> | GitFailure> {
  const there = await onlyCommits(gitDir, ids)
  if ('outcome' in there || there.length === 0) return 'outcome' in there ? there : new Map()
  const input = linesOf(there)
  const walk = ['log', '--stdin', '--no-walk=unsorted', '--no-merges', '-z', '--no-patch', '--format=%H %at %ae']
  const read = await ask(gitDir, walk, { ...LARGE, input })
  if (read.outcome !== 'ok') return read
  const patches = await ask(gitDir, ['diff-tree', '--stdin', '--root', ...PATCH], { ...LARGE, input })
  if (patches.outcome !== 'ok') return patches
  const byCommit = await patchIds(gitDir, patches.stdout)
  if (!(byCommit instanceof Map)) return byCommit
  const works = new Map<string, Work>()
  for (const line of read.stdout.split('\0')) {
    const id = line.slice(0, line.indexOf(' '))
    const patch = byCommit.get(id)
    if (patch !== undefined) works.set(id, { patch, identity: `${patch} ${line.slice(id.length + 1)}` })
  }
  return works
}

/** A link outlives its commit when that is pruned. */
async function onlyCommits(gitDir: string, ids: string[]): Promise<string[] | GitFailure> {
  const format = '--batch-check=%(objectname) %(objecttype)'
  const read = await ask(gitDir, ['cat-file', format], { ...LARGE, input: linesOf(ids) })
  if (read.outcome !== 'ok') return read
  return read.stdout.split('\n').flatMap(line => (line.endsWith(' commit') ? [line.slice(0, -7)] : []))
}

function linesOf(ids: string[]): string {
  return ids.map(id => `${id}\n`).join('')
}

/** The work of all commits between two as if it were one. */
export async function wholeWork(gitDir: string, from: string, to: string): Promise<string | undefined> {
  const read = await ask(gitDir, ['diff-tree', ...PATCH, from, to], LARGE)
  if (read.outcome !== 'ok') return undefined
  const ids = await patchIds(gitDir, read.stdout)
  return ids instanceof Map ? [...ids.values()][0] : undefined
}

async function patchIds(gitDir: string, patches: string): Promise<Map<string, string> | GitFailure> {
  const summed = await ask(gitDir, ['patch-id', '--stable'], { ...LARGE, input: Buffer.from(patches, 'latin1') })
  if (summed.outcome !== 'ok') return summed
  const pairs = summed.stdout.split('\n').map(line => line.split(' '))
  return new Map(pairs.map(([patch = '', commit = '']) => [commit, patch]))
}

/** Whether one is in the other's history, so that the two are no versions of one commit. */
export async function areInLine(gitDir: string, one: string, other: string): Promise<boolean> {
  return (await isAncestor(gitDir, one, other)) || (await isAncestor(gitDir, other, one))
}

/**
 * The commits among `known` that a commit with this patch holds all together: those of a branch, since it left the commit's
 * parent. Empty when it is no such squash.
 */
export async function squashedInto(
  gitDir: string,
  squash: { parent: string; patch: string },
  known: string[],
): Promise<string[]> {
  const tips = await ask(gitDir, ['merge-base', '--independent', '--end-of-options', ...known.slice(0, 100)])
  if (tips.outcome !== 'ok') return []
  for (const tip of tips.stdout.split('\n').filter(id => id !== '')) {
    const [base] = await mergeBases(gitDir, squash.parent, tip)
    if (base === undefined || base === tip || (await wholeWork(gitDir, base, tip)) !== squash.patch) continue
    const held = await ask(gitDir, ['rev-list', '--end-of-options', tip, `^${base}`], LARGE)
    const all = new Set(held.outcome === 'ok' ? held.stdout.split('\n') : [])
    return known.filter(id => all.has(id))
  }
  return []
}
