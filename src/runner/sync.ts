/** Brings MAIN into a worktree; one that follows MAIN moves on to its tip. */
import { briefRef } from '#domain/ref.ts'
import { quoted } from '#domain/words/quoted.ts'
import type { Finding } from '#domain/worktree/moves.ts'
import type { Journal } from '#domain/worktree/worktree.ts'
import { type BroughtIn, bringIn } from '#machine/worktree/bring-in.ts'
import { takeBack } from '#machine/worktree/take-back.ts'
import { type Base, baseOf } from './base.ts'
import { type Errand, mainTip } from './errand.ts'
import { endLeftovers } from './leftovers.ts'
import { look } from './look.ts'

export async function sync(errand: Errand): Promise<Finding> {
  const { worktree, project, machine, tell } = errand
  const journal = worktree.journal?.of === 'sync' ? worktree.journal : undefined
  const left = journal && (await endLeftovers(errand))
  if (left) return { what: 'failed', reason: left }
  const taken = journal && (await takeUpAgain(errand, journal))
  if (taken) return taken
  const before = await look(errand, machine.now())
  if (before.outcome === 'gone') return { what: 'gone', reason: before.reason }
  if (before.outcome !== 'seen') return { what: 'failed', reason: before.reason }
  if (before.standing.branch !== worktree.branch)
    return { what: 'failed', reason: drifted(before.standing.branch, worktree.branch) }
  const place = { gitDir: project.gitDir, folder: worktree.path }
  const base = await tipToBring(errand)
  if (base.outcome === 'none') return { what: 'failed', reason: base.reason }
  const { commit } = base
  const { head } = before.standing
  // A cut from now on takes back what this commit would have written.
  const isAnew = !journal || (journal.head === head && journal.commit !== commit)
  if (isAnew && head !== null) await tell({ what: 'begun', journal: { of: 'sync', head, commit } })
  const trailer = worktree.briefId === null ? '' : `\n\nBrief: ${briefRef(worktree.briefId)}`
  const done = await bringIn({ ...place, commit, message: `Bring ${project.primaryBranch} in${trailer}` })
  if (done.outcome !== 'merged' && done.outcome !== 'current') return { what: 'failed', reason: whyNot(done) }
  const after = await look(errand, machine.now())
  if (after.outcome !== 'seen') return { what: 'failed', reason: after.reason }
  // Merged before the cut, and never told.
  const outcome = journal && journal.head !== done.head ? 'merged' : done.outcome
  return { what: 'synced', outcome, head: done.head, standing: after.standing }
}

type SyncJournal = Extract<Journal, { of: 'sync' }>

/** Undoes what was half done. Answers why it can't be gone on with. */
async function takeUpAgain(errand: Errand, journal: SyncJournal): Promise<Finding | undefined> {
  const { worktree, project, tell } = errand
  const { path: folder, name } = worktree
  const { head, commit } = journal
  const back = commit && (await takeBack({ gitDir: project.gitDir, folder, name, head, commit }))
  if (back && back.outcome === 'failed') return { what: 'failed', reason: back.reason }
  const kept = back && back.outcome === 'taken_back' ? ` (all as it was found is kept as ${back.kept})` : ''
  await tell({ what: 'resumed', how: `a half merge is taken back${kept}, and it begins anew`, journal })
  return undefined
}

const drifted = (now: string | null, wanted: string | null): string =>
  `HEAD is on ${now ?? 'no branch'}, not on ${wanted ?? 'none'}: ${wanted === null ? 'git switch --detach' : `git switch ${quoted(wanted)}`} first.`

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
