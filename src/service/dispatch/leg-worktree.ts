/** The worktree that a leg is done in: the Brief's own or its branch's, asked for when there is none, and looked at before its agent begins. */
import type { Output } from '#contract/catalogue.ts'
import type { Brief } from '#domain/brief.ts'
import { type Dispatch, later } from '#domain/dispatch.ts'
import type { Project } from '#domain/project.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Leg } from '#domain/status.ts'
import { askPreparing, type WorktreeChange } from '#domain/worktree/moves.ts'
import { hasEnded, type Worktree, worktreeRef } from '#domain/worktree/worktree.ts'
import { getProject } from '#store/queries/projects.ts'
import { findWorktreeOn, getWorktree, holdersIn } from '#store/queries/worktrees.ts'
import { commit, type ReadWork, type WriteWork } from '../work.ts'
import { planFor } from '../worktree/request.ts'

/** Or why there is none. A design that an agent of one's own makes needs no folder: it has none, and no reason. */
export type LegWorktree = { worktree: Worktree } | { absent: string | undefined }

/** Milliseconds for which a look at the folder is good enough for an agent to begin in it; idle ones are looked at more often. */
const freshMs = 5 * 60_000

type Of = {
  project: Project
  brief: Brief
  leg: Leg
  branch: string
  /** The one that was named or that the Brief has; one that has ended counts as none. */
  known: Worktree | undefined
  /** flower starts its agent, which needs a folder whatever its leg. */
  started: boolean
}

/** Sees to it that there is one and that it will be ready; nothing is refused, as work may be handed over without. */
export async function ensureWorktree(work: WriteWork, of: Of): Promise<LegWorktree> {
  const found = await foreseeWorktree(work, of, () => work.tx.ledger.nextId('worktree'))
  if ('absent' in found) return found
  if ('change' in found) await commit(work, found.change)
  else if (of.leg !== 'design' || of.started) return { worktree: await brought(work, found.worktree) }
  return { worktree: found.worktree }
}

/** The same without asking for anything: one that would be made comes with the `change` that asks for it. */
export async function foreseeWorktree(
  work: ReadWork,
  { project, brief, branch, leg, known: named, started }: Of,
  nextId: () => number,
): Promise<LegWorktree | { worktree: Worktree; change: WorktreeChange }> {
  const known = named && !hasEnded(named) ? named : await findWorktreeOn(work.tx, project.id, branch)
  if (known?.status === 'removing')
    return { absent: `${worktreeRef(known.id)} on ${branch} is being removed; a new one is asked for at the claim.` }
  if (known) return { worktree: known }
  if (leg === 'design' && !started) return { absent: undefined }
  try {
    const change = await planFor(work, { project, brief, branch }, nextId)
    return { worktree: change.worktrees[0], change }
  } catch (reason) {
    if (reason instanceof Refusal) return { absent: `${reason.message} ${reason.next}` }
    throw reason
  }
}

/** Asked to be ready: what failed is tried again, and what was not looked at lately is looked at anew, unless somebody works in it. */
async function brought(work: WriteWork, worktree: Worktree): Promise<Worktree> {
  if (worktree.errand || worktree.follows) return worktree
  const seenAt = worktree.standing?.at ?? ''
  const idle = worktree.status === 'ready' && (await holdersIn(work.tx, [worktree.id])).length === 0
  const old = seenAt < later(work.now, -freshMs)
  if (worktree.status !== 'failed' && !(idle && old)) return worktree
  const change = askPreparing(worktree, work.now)
  await commit(work, change)
  return change.worktrees?.[0] ?? worktree
}

export type LegWorktreeView = Output<'dispatch.claim'>['worktree']

/** As whoever holds the dispatch is told of it. */
export async function legWorktreeView(work: ReadWork, dispatch: Dispatch, absent?: string): Promise<LegWorktreeView> {
  const { slug, path, primaryBranch } = await getProject(work.tx, dispatch.projectId)
  const place = { project: slug, path, mainPath: path, primaryBranch }
  if (dispatch.worktreeId === null) return { ...place, state: 'none', reason: absent }
  const { id, path: worktreePath, status, reason } = await getWorktree(work.tx, dispatch.worktreeId)
  return { ...place, path: worktreePath, worktreeId: id, worktreePath, state: status, reason: reason ?? undefined }
}

/** What an agent has to do about its worktree before it does anything else; undefined when it is ready. */
export function beforeWork({ state, worktreeId, worktreePath, reason }: LegWorktreeView): string | undefined {
  const ref = worktreeId === undefined ? '' : worktreeRef(worktreeId)
  if (state === 'ready' || (state === 'none' && reason === undefined)) return undefined
  if (state === 'none') return `Nothing was made to work in: ${reason} Until then, a worktree of your own will do.`
  if (state === 'creating' || state === 'preparing')
    return `Wait: ${ref} is ${state}, which a running flower sees to. Begin nothing in ${worktreePath} before dispatch.heartbeat says \`ready\`.`
  if (state === 'failed')
    return `Begin nothing: ${ref} is not ready (${reason ?? 'failed'}). Ask an operator with decision.ask, or give it back: dispatch.release {reason: "prepare_failed"}.`
  return `Begin nothing: ${ref} is ${state}${reason ? ` (${reason})` : ''}. dispatch.release gives it back; whoever claims it next gets another.`
}
