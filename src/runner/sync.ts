/** Brings MAIN into a worktree; one that follows MAIN moves on to its tip. */
import { briefRef } from '#domain/ref.ts'
import type { Finding } from '#domain/worktree/moves.ts'
import { type BroughtIn, bringIn, takeBackMerge } from '#machine/worktree/bring-in.ts'
import { type Base, baseOf } from './base.ts'
import { type Errand, mainTip } from './errand.ts'
import { look } from './look.ts'

export async function sync(errand: Errand): Promise<Finding> {
  const { worktree, project, machine, tell } = errand
  const { journal } = worktree
  const before = await look(errand, machine.now())
  if (before.outcome === 'gone') return { what: 'gone', reason: before.reason }
  if (before.outcome !== 'seen') return { what: 'failed', reason: before.reason }
  const place = { gitDir: project.gitDir, folder: worktree.path }
  if (journal?.of === 'sync') {
    if (before.standing.head === journal.head && before.standing.underWay.includes('merge')) await takeBackMerge(place)
    await tell({ what: 'resumed', how: 'a half merge is taken back, and it begins anew', journal })
  } else if (before.standing.head !== null) {
    await tell({ what: 'begun', journal: { of: 'sync', head: before.standing.head } })
  }
  const base = await tipToBring(errand)
  if (base.outcome === 'none') return { what: 'failed', reason: base.reason }
  const trailer = worktree.briefId === null ? '' : `\n\nBrief: ${briefRef(worktree.briefId)}`
  const done = await bringIn({ ...place, commit: base.commit, message: `Bring ${project.primaryBranch} in${trailer}` })
  if (done.outcome !== 'merged' && done.outcome !== 'current') return { what: 'failed', reason: whyNot(done) }
  const after = await look(errand, machine.now())
  if (after.outcome !== 'seen') return { what: 'failed', reason: after.reason }
  return { what: 'synced', outcome: done.outcome, head: done.head, standing: after.standing }
}

/** A follower stands where MAIN stands. */
async function tipToBring(errand: Errand): Promise<Base> {
  if (!errand.worktree.follows) return baseOf(errand)
  const commit = await mainTip(errand)
  const reason = `${errand.project.primaryBranch} has no commit.`
  return commit === undefined ? { outcome: 'none', reason } : { outcome: 'found', commit, warnings: [] }
}

function whyNot(done: Exclude<BroughtIn, { head: string }>): string {
  if (done.outcome === 'conflict')
    return `MAIN and the branch both changed ${done.files.slice(0, 20).join(', ')}. The merge is taken back: merge MAIN by hand and resolve them.`
  if (done.outcome === 'not_clean') return `Commit first what is there: ${done.why}.`
  return done.reason
}
