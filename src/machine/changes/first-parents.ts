// MAIN's own line of commits, one landing after the other.

import { isObjectId } from '../git/ref-name.ts'
import { ask, type GitFailure, shown } from '../landing/plumbing.ts'

export interface MainCommit {
  id: string
  tree: string
  /** The first is the one before it on MAIN. */
  parents: string[]
  committedAt: string
  subject: string
}

/**
 * The commits from `from` back along first parents, the newest first, without those that `until` holds: a page of at most
 * `limit`. `next` is where the next page begins; undefined at the end.
 */
export async function walkFirstParents(wish: {
  gitDir: string
  from: string
  until?: string
  limit: number
}): Promise<{ outcome: 'walked'; commits: MainCommit[]; next?: string } | GitFailure> {
  const { gitDir, from, until, limit } = wish
  const bad = [from, until ?? from].find(id => !isObjectId(id))
  if (bad !== undefined) return { outcome: 'failed', step: 'walk', detail: `${bad} is not an object id` }
  const fields = ['%H', '%T', '%P', '%cI', '%s']
  const format = ['--no-patch', '--no-show-signature', '--encoding=UTF-8', `--format=${fields.join('%x00')}`]
  const range = ['--end-of-options', from, ...(until === undefined ? [] : [`^${until}`])]
  const args = ['log', '-z', '--first-parent', `--max-count=${limit + 1}`, ...format, ...range]
  const listed = await ask(gitDir, args, { timeoutMs: 60_000 })
  if (listed.outcome !== 'ok') return listed
  const values = listed.stdout.split('\0')
  const commits: MainCommit[] = []
  for (let at = 0; at + fields.length <= values.length; at += fields.length) {
    const [id = '', tree = '', parents = '', committedAt = '', subject = ''] = values.slice(at, at + fields.length)
    commits.push({ id, tree, parents: parents.split(' ').filter(Boolean), committedAt, subject: shown(subject) })
  }
  return { outcome: 'walked', commits: commits.slice(0, limit), next: commits[limit]?.id }
}
