// The objects that only a worktree's own git folder holds on to: staged files, detached commits, what a rebase goes back to.

import { readFile } from 'node:fs/promises'
import { git, gitForBytes } from '../git/command.ts'
import { wordsOf } from '../worktree/in-turn.ts'
import { onDisk, type TreeEntry } from './read-tree.ts'

const OPTIONS = { timeoutMs: 120_000, maxBytes: 256 * 1024 * 1024 }

/** Blobs in the index that HEAD's tree lacks, those of conflicts and of resolved conflicts too. Throws when it can't be read. */
export async function stagedBlobs(ownGitDir: string, head: string | undefined): Promise<string[]> {
  // The own git folder alone: this must work where the checkout is gone.
  const place = { gitDir: ownGitDir }
  const blobs = new Set<string>()
  const listings = [
    ['ls-files', '-z', head === undefined ? '--stage' : '--unmerged'],
    ['ls-files', '-z', '--resolve-undo'],
    ...(head === undefined ? [] : [['diff-index', '--cached', '--raw', '-z', '--no-renames', '--abbrev=64', head]]),
  ]
  for (const args of listings) {
    const listed = await gitForBytes(place, args, OPTIONS)
    if (listed.outcome !== 'ok') throw new Error(`the index can't be read: ${wordsOf(listed)}`)
    for (const line of Buffer.from(listed.stdout).toString('latin1').split('\0')) {
      const [, id] =
        /^:\d+ (?!160000)\d+ [0-9a-f]+ ([0-9a-f]+) /.exec(line) ?? /^(?!160000)\d{6} ([0-9a-f]+) \d\t/.exec(line) ?? []
      if (id !== undefined && !/^0+$/.test(id)) blobs.add(id)
    }
  }
  return [...blobs]
}

export interface NamedObjects {
  /** Commits that others don't stand on, HEAD first. */
  commits: string[]
  blobs: string[]
  trees: string[]
}

/** What the files of the own git folder (logs, ORIG_HEAD, a rebase's plan …) name by whole object ids and is still there. */
export async function namedObjects(
  gitDir: string,
  ownGitDir: string,
  entries: TreeEntry[],
  head: string | undefined,
): Promise<NamedObjects> {
  const ids = new Set<string>(head === undefined ? [] : [head])
  for (const entry of entries) {
    if (entry.kind !== 'file' || /^(?:index$|sharedindex\.|modules\/)/.test(entry.path)) continue
    const text = (await readFile(onDisk(ownGitDir, entry.path))).toString('latin1')
    for (const [id] of text.matchAll(/\b(?:[0-9a-f]{64}|[0-9a-f]{40})\b/g)) if (!/^0+$/.test(id)) ids.add(id)
  }
  const named: NamedObjects = { commits: [], blobs: [], trees: [] }
  const input = [...ids].map(id => `${id}\n`).join('')
  const checked = await git({ gitDir }, ['cat-file', '--batch-check=%(objectname) %(objecttype)'], {
    ...OPTIONS,
    input,
  })
  if (checked.outcome !== 'ok') throw new Error(`objects can't be looked up: ${wordsOf(checked)}`)
  for (const line of checked.stdout.split('\n')) {
    const [id = '', kind] = line.split(' ')
    if (kind === 'commit' || kind === 'tag') named.commits.push(id)
    if (kind === 'blob') named.blobs.push(id)
    if (kind === 'tree') named.trees.push(id)
  }
  return { ...named, commits: await tipsOf(gitDir, named.commits, head) }
}

/** HEAD and those commits that neither HEAD nor another of them stands on. */
async function tipsOf(gitDir: string, commits: string[], head: string | undefined): Promise<string[]> {
  const first = head === undefined ? [] : [head]
  const others = commits.filter(id => id !== head)
  if (others.length === 0) return first
  const input = [...others, ...first.map(id => `^${id}`)].map(line => `${line}\n`).join('')
  const walked = await git({ gitDir }, ['rev-list', '--parents', '--stdin'], { ...OPTIONS, input })
  if (walked.outcome !== 'ok') throw new Error(`commits can't be walked: ${wordsOf(walked)}`)
  const lines = walked.stdout.split('\n').filter(line => line !== '')
  const parents = new Set(lines.flatMap(line => line.split(' ').slice(1)))
  const tips = lines.map(line => line.split(' ')[0] ?? '').filter(id => !parents.has(id))
  return [...first, ...tips]
}
