// Which commits belong to which Brief, each once, whatever a rebase, a squash or a push made of it.

import { type Commit, commitsSince } from '../git/commits.ts'
import type { GitFailure } from '../landing/plumbing.ts'
import { areInLine, squashedInto, type Work, workOf } from './patch-identity.ts'

export interface KnownLink {
  briefId: number
  commit: string
}

export interface FoundLink extends KnownLink {
  /** Of a commit that is earlier work in another form: the linked commits that it stands for. */
  again?: string[]
}

export interface LinksWish {
  gitDir: string
  /** Object ids to walk from, and those not to walk into: what `movedRefs` answered, or a range. */
  refs: string[]
  after: string[]
  /** Links of the Briefs that were found before. */
  known: KnownLink[]
  /** What landings made of commits (`commits` of a candidate that landed): this is believed before anything is compared. */
  landed: { from: string; to: string }[]
  limit: number
  skip: number
}

export type Links =
  | {
      outcome: 'read'
      /** The oldest first. Links that are in `known` already are left out. */
      links: FoundLink[]
      /** Trailers that mean a Brief and name none: to be shown, never linked. */
      unclear: { commit: string; said: string[] }[]
      /** Ask again with a larger `skip`. */
      more: boolean
    }
  | GitFailure

/**
 * Only the exact trailer `Brief: #<number>` links. A commit is earlier work `again` when a landing says so; when author,
 * moment and changed lines are those of a linked commit that is not in one line with it (rebase, cherry-pick); or when its
 * changes are those of a linked branch as a whole (squash).
 */
export async function linksIn(wish: LinksWish): Promise<Links> {
  const { gitDir, refs, after, limit, skip } = wish
  const listed = await commitsSince({ gitDir }, { refs, after, limit, skip })
  if (listed.outcome === 'unknown_ref')
    return { outcome: 'failed', step: 'git log', detail: `there is no ${listed.ref}` }
  if (listed.outcome !== 'listed') return { outcome: 'failed', step: 'git log', detail: listed.detail }
  const commits = listed.commits.filter(commit => commit.briefIds.length > 0).reverse()
  const ids = new Set(commits.flatMap(commit => commit.briefIds))
  const known = wish.known.filter(link => ids.has(link.briefId))
  const works = await workOf(gitDir, [
    ...new Set([...known, ...commits.map(({ id }) => ({ commit: id }))].map(({ commit }) => commit)),
  ])
  if (!(works instanceof Map)) return works
  const links: FoundLink[] = []
  for (const commit of commits)
    for (const briefId of commit.briefIds) {
      const earlier = [...known, ...links].filter(link => link.briefId === briefId).map(link => link.commit)
      if (earlier.includes(commit.id)) continue
      const again = await earlierForms(wish, commit, earlier, works)
      links.push({ briefId, commit: commit.id, ...(again.length > 0 ? { again } : {}) })
    }
  const unclear = listed.commits.filter(each => each.unclearBriefs.length > 0)
  return {
    outcome: 'read',
    links,
    unclear: unclear.map(({ id, unclearBriefs }) => ({ commit: id, said: unclearBriefs })).reverse(),
    more: listed.more,
  }
}

async function earlierForms(
  wish: LinksWish,
  commit: Commit,
  earlier: string[],
  works: Map<string, Work>,
): Promise<string[]> {
  const recorded = new Set(
    wish.landed.filter(({ from, to }) => to === commit.id && from !== to).map(({ from }) => from),
  )
  if (recorded.size > 0) return earlier.filter(id => recorded.has(id))
  const work = works.get(commit.id)
  if (work === undefined) return []
  for (const id of earlier)
    if (works.get(id)?.identity === work.identity && !(await areInLine(wish.gitDir, id, commit.id))) return [id]
  const [parent] = commit.parents
  if (parent === undefined || earlier.length === 0) return []
  return squashedInto(
    wish.gitDir,
    { parent, patch: work.patch },
    earlier.filter(id => works.has(id)),
  )
}
