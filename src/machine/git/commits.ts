// Commits and refs, read from a known repository. Foreign names become object ids here, or nothing.

import { git } from './command.ts'
import { isObjectId, isRefName } from './ref-name.ts'

export interface Commit {
  id: string
  parents: string[]
  /** ISO 8601 with the author's own offset. */
  authoredAt: string
  /** The first line (or lines up to the first empty one, joined). Text to show, never to search for numbers. */
  subject: string
  /** From trailers that are exactly `Brief: #<number>`; each once, in their order. */
  briefIds: number[]
  /** Other values of a `Brief` trailer, the first few and of bounded length: somebody meant a Brief, and it can't be told which. */
  unclearBriefs: string[]
}

export type CommitListing =
  /** Newest first. `more` says that the limit cut older ones off; ask again with a larger `skip`. */
  | { outcome: 'listed'; commits: Commit[]; more: boolean }
  | { outcome: 'unknown_ref'; ref: string }
  | { outcome: 'git_failed'; detail: string }

export interface CommitRange {
  /** Branches, tags, full refs or object ids to walk from; left out, every ref and every worktree's HEAD, but no stashes. */
  refs?: string[]
  /** Object ids already known: they and what they stand on are left out. One that is no longer there is passed over. */
  after?: string[]
  /** At most this many; left out, 1,000. */
  limit?: number
  skip?: number
}

const FIELDS = ['%H', '%P', '%aI', '%(trailers:key=Brief,valueonly,unfold)', '%s']

/** Lists what is reachable from `refs` and not from `after`. */
export async function commitsSince(repository: { gitDir: string }, range: CommitRange = {}): Promise<CommitListing> {
  const starts: string[] = []
  for (const ref of range.refs ?? []) {
    const id = await resolveRef(repository, ref)
    if (id === undefined) return { outcome: 'unknown_ref', ref }
    starts.push(id)
  }
  if (range.refs?.length === 0) return { outcome: 'listed', commits: [], more: false }
  const limit = range.limit ?? 1_000
  const known = (range.after ?? []).filter(isObjectId).map(id => `^${id}`)
  const everything = range.refs === undefined ? ['--exclude=refs/stash', '--all'] : []
  const args = ['log', '-z', '--no-patch', '--encoding=UTF-8', `--format=${FIELDS.join('%x00')}`, '--ignore-missing']
  args.push(`--max-count=${limit + 1}`, `--skip=${range.skip ?? 0}`, '--stdin', ...everything)
  // On standard input there is room for any number of ids.
  const input = [...starts, ...known].map(line => `${line}\n`).join('')
  const listed = await git({ gitDir: repository.gitDir }, args, { input })
  if (listed.outcome !== 'ok') {
    return { outcome: 'git_failed', detail: listed.outcome === 'failed' ? listed.stderr.trim() : listed.outcome }
  }
  const commits = parseCommits(listed.stdout)
  return { outcome: 'listed', commits: commits.slice(0, limit), more: commits.length > limit }
}

/** Fields and commits both end in NUL, which no commit's text can hold. */
function parseCommits(output: string): Commit[] {
  const values = output.split('\0')
  const commits: Commit[] = []
  for (let at = 0; at + FIELDS.length <= values.length; at += FIELDS.length) {
    const [id = '', parents = '', authoredAt = '', trailers = '', subject = ''] = values.slice(at, at + FIELDS.length)
    commits.push({
      id,
      parents: parents.split(' ').filter(Boolean),
      authoredAt,
      subject,
      ...briefsOf(trailers),
    })
  }
  return commits
}

function briefsOf(trailers: string): Pick<Commit, 'briefIds' | 'unclearBriefs'> {
  const values = trailers.split('\n').filter(value => value !== '')
  const idOf = (value: string) => /^#([1-9]\d{0,14})$/.exec(value)?.[1]
  const unclear = values.filter(value => idOf(value) === undefined)
  return {
    briefIds: [
      ...new Set(
        values
          .map(idOf)
          .filter(id => id !== undefined)
          .map(Number),
      ),
    ],
    unclearBriefs: unclear.slice(0, 5).map(value => value.slice(0, 200)),
  }
}

/** Whether there is a local branch of exactly this name. */
export async function branchExists(repository: { gitDir: string }, name: string): Promise<boolean> {
  return isRefName(name) && (await commitAt(repository.gitDir, `refs/heads/${name}`)) !== undefined
}

/**
 * The commit that a name stands for: HEAD, a whole object id, a full ref, a branch, a remote's branch or a tag, in this order.
 * No revision language: `main~1`, `@{1}` and shortened ids stand for nothing. Undefined when there is no such commit.
 */
export async function resolveRef(repository: { gitDir: string }, name: string): Promise<string | undefined> {
  const { gitDir } = repository
  if (name === 'HEAD' || isObjectId(name)) return commitAt(gitDir, name)
  if (!isRefName(name)) return undefined
  if (name.startsWith('refs/')) return commitAt(gitDir, name)
  for (const room of ['heads', 'remotes', 'tags']) {
    const id = await commitAt(gitDir, `refs/${room}/${name}`)
    if (id !== undefined) return id
  }
  return undefined
}

/** The commit at an object id or a full ref (already known to be one); tags are followed. */
export async function commitAt(gitDir: string, ref: string): Promise<string | undefined> {
  const read = await git({ gitDir }, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])
  return read.outcome === 'ok' ? read.stdout.trim() : undefined
}
