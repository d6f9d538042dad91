// The worktrees of a repository as git sees them at this moment.

import { gitPatiently, wordsOf } from './in-turn.ts'

export interface ListedWorktree {
  path: string
  /** The commit that HEAD is at; undefined for a bare repository's own entry and for a branch without a commit. */
  head?: string
  /** The branch's name without `refs/heads/`; undefined when detached. */
  branch?: string
  /** The first entry: the primary checkout, or the bare repository itself. */
  primary: boolean
  bare: boolean
  detached: boolean
  /** The reason given for the lock; may be empty. */
  locked?: string
  /** Why git would forget it: its folder is gone. */
  prunable?: string
}

export type WorktreeListing =
  | { outcome: 'listed'; worktrees: ListedWorktree[] }
  | { outcome: 'git_failed'; detail: string }

/** Reads every HEAD anew in one call; the primary checkout comes first. Needs git 2.36 or newer. */
export async function listWorktrees(gitDir: string): Promise<WorktreeListing> {
  const listed = await gitPatiently({ gitDir }, ['worktree', 'list', '--porcelain', '-z'])
  if (listed.outcome !== 'ok') return { outcome: 'git_failed', detail: wordsOf(listed) }
  // An entry ends with an empty line, here: two NULs.
  const entries = listed.stdout.split('\0\0').filter(entry => entry !== '')
  return { outcome: 'listed', worktrees: entries.map((entry, at) => parseEntry(entry, at === 0)) }
}

function parseEntry(entry: string, primary: boolean): ListedWorktree {
  const fields = new Map<string, string>()
  for (const line of entry.split('\0')) {
    const [key, value] = splitOnce(line)
    fields.set(key, value)
  }
  const head = fields.get('HEAD')
  return {
    path: fields.get('worktree') ?? '',
    head: head !== undefined && /^0+$/.test(head) ? undefined : head,
    branch: fields.get('branch')?.replace(/^refs\/heads\//, ''),
    primary,
    bare: fields.has('bare'),
    detached: fields.has('detached'),
    locked: fields.get('locked'),
    prunable: fields.get('prunable'),
  }
}

function splitOnce(line: string): [string, string] {
  const at = line.indexOf(' ')
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)]
}
