// What is new in a repository since it was last looked at, whoever brought it: a worktree, MAIN, or a push from elsewhere.

import { git } from '../git/command.ts'
import type { GitFailure } from '../landing/plumbing.ts'
import { wordsOf } from '../worktree/in-turn.ts'
import { listWorktrees } from '../worktree/list.ts'

/** Where every ref stands: commits by full names, and by `HEAD <path>` for worktrees that are on no branch. */
export type RefStates = Record<string, string>

export type MovedRefs =
  | {
      outcome: 'read'
      /** To be handed in as `known` next time, once everything new has been read. */
      now: RefStates
      moved: { ref: string; from?: string; to?: string }[]
      /** Walk from these and not into those (`commitsSince`, `linksIn`), in as many pages as it takes: they don't change. */
      refs: string[]
      after: string[]
    }
  | GitFailure

/**
 * Compares all refs with a state that was read before. Commits that come while it reads are found now or next time, and
 * none never. Stashes, and refs that flower keeps for itself, say nothing new.
 */
export async function movedRefs(wish: { gitDir: string; known: RefStates }): Promise<MovedRefs> {
  const { gitDir, known } = wish
  const format = '%(refname)%00%(objecttype)%00%(objectname)%00%(*objecttype)%00%(*objectname)'
  const [listed, worktrees] = await Promise.all([
    git({ gitDir }, ['for-each-ref', `--format=${format}`], { maxBytes: 64 * 1024 * 1024 }),
    listWorktrees(gitDir),
  ])
  if (listed.outcome !== 'ok') return { outcome: 'failed', step: 'git for-each-ref', detail: wordsOf(listed) }
  if (worktrees.outcome !== 'listed') return { outcome: 'failed', step: 'git worktree list', detail: worktrees.detail }
  const now: RefStates = {}
  for (const line of listed.stdout.split('\n')) {
    const [ref = '', type, id = '', peeledType, peeled = ''] = line.split('\0')
    if (ref === '' || ref === 'refs/stash' || ref.startsWith('refs/flower/')) continue
    if (type === 'commit') now[ref] = id
    else if (peeledType === 'commit') now[ref] = peeled
  }
  for (const { path, head, detached } of worktrees.worktrees) if (detached && head) now[`HEAD ${path}`] = head
  const names = [...new Set([...Object.keys(known), ...Object.keys(now)])]
  const moved = names.map(ref => ({ ref, from: known[ref], to: now[ref] })).filter(({ from, to }) => from !== to)
  const before = new Set(Object.values(known))
  const refs = [...new Set(Object.values(now))].filter(id => !before.has(id))
  return { outcome: 'read', now, moved, refs, after: [...before] }
}
