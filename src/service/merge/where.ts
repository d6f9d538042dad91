/** Which branch somebody means: named, or that of a Brief, a worktree or a submission. */
import type { BranchPlace } from '#contract/shapes.ts'
import { integrationBranch } from '#domain/landing/integration.ts'
import { revertedBy } from '#domain/landing/submission.ts'
import { briefRef } from '#domain/ref.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Worktree, worktreeRef } from '#domain/worktree/worktree.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { dispatchesOf } from '#store/queries/dispatches.ts'
import { isWholeEpic } from '#store/queries/integration.ts'
import { findSubmissionOf, getSubmission } from '#store/queries/merges.ts'
import { meantProject } from '#store/queries/projects.ts'
import { findWorktreeOfBrief, findWorktreeOn, getWorktree } from '#store/queries/worktrees.ts'
import { lineOf } from '../landing/line-of.ts'
import { projectPlace } from '../project/place.ts'
import type { Read, ReadWork } from '../work.ts'

export type Meant = {
  briefId?: number | undefined
  worktreeId?: number | undefined
  mergeId?: number | undefined
  branch?: string | undefined
  project?: string | undefined
}

export const where: Read<'merge.where'> = async (input, work) => {
  const found = await whereOf(work, input)
  const known =
    input.mergeId === undefined
      ? await findSubmissionOf(work.tx, found.projectId, found.branch)
      : await getSubmission(work.tx, input.mergeId)
  return { place: await projectPlace(work, found.projectId), where: found, landed: known?.landedCommit ? known : null }
}

export async function whereOf(work: ReadWork, meant: Meant): Promise<BranchPlace> {
  const { briefId, worktreeId, mergeId, branch } = meant
  if (mergeId !== undefined) return ofSubmission(work, mergeId)
  if (briefId !== undefined) return ofBrief(work, briefId, branch)
  if (worktreeId !== undefined) return ofWorktree(work, await getWorktree(work.tx, worktreeId))
  if (branch === undefined)
    throw new Refusal('input.invalid', {
      operation: 'merge.submit',
      problem: 'Nobody said what is meant: a Brief, a worktree or a branch.',
      cure: "Name it: merge.submit {briefId}, merge.submit {worktreeId} or merge.submit {branch}; in a worktree's folder it is that one.",
    })
  const { id } = await meantProject(work.tx, meant.project)
  const worktree = await findWorktreeOn(work.tx, id, branch)
  return worktree ? ofWorktree(work, worktree) : placed(work, { projectId: id, briefId: null, branch, worktree })
}

async function ofSubmission(work: ReadWork, mergeId: number): Promise<BranchPlace> {
  const submission = await getSubmission(work.tx, mergeId)
  const { projectId, briefId, branch, priority } = submission
  const worktree = await findWorktreeOn(work.tx, projectId, branch)
  return {
    projectId,
    briefId,
    worktreeId: worktree?.id ?? null,
    branch,
    base: worktree?.base ?? null,
    // What has landed, and what takes that back, is where it is; all else lands where it belongs by now.
    target:
      submission.status === 'landed' || revertedBy(branch) !== undefined
        ? submission.target
        : await lineOf(work, submission),
    priority,
  }
}

async function ofBrief(work: ReadWork, briefId: number, named: string | undefined): Promise<BranchPlace> {
  const brief = await getBrief(work.tx, briefId)
  const own = await findWorktreeOfBrief(work.tx, briefId)
  const usual = own?.branch ?? (await dispatchesOf(work.tx, briefId))[0]?.branch
  // Of an epic the whole is meant, once it is that; until then what whoever leads it has made.
  const isAll = brief.integration && (!usual || (await isWholeEpic(work.tx, briefId)))
  const branch = named ?? (isAll ? integrationBranch(briefId) : usual)
  if (!branch)
    throw new Refusal('merge.unfit', {
      what: briefRef(briefId),
      because: 'it has no branch yet',
      cure: `Hand it over with brief.dispatch {briefId: ${briefId}}; what is committed on its branch can land.`,
    })
  const worktree = own?.branch === branch ? own : await findWorktreeOn(work.tx, brief.projectId, branch)
  return placed(work, { projectId: brief.projectId, briefId, branch, worktree, priority: brief.priority })
}

async function ofWorktree(work: ReadWork, worktree: Worktree): Promise<BranchPlace> {
  const { projectId, briefId, branch } = worktree
  if (!branch)
    throw new Refusal('merge.unfit', {
      what: worktreeRef(worktree.id),
      because: worktree.follows ? 'it follows MAIN' : 'it is on no branch',
      cure: 'Check a branch out in it, or name one in `branch`.',
    })
  const priority = briefId === null ? undefined : (await getBrief(work.tx, briefId)).priority
  return placed(work, { projectId, briefId, branch, worktree, priority })
}

const usualPriority = 2

async function placed(
  work: ReadWork,
  found: Pick<BranchPlace, 'projectId' | 'briefId' | 'branch'> & {
    worktree: Worktree | undefined
    priority?: number | undefined
  },
): Promise<BranchPlace> {
  const { projectId, briefId, branch, worktree, priority } = found
  return {
    projectId,
    briefId,
    worktreeId: worktree?.id ?? null,
    branch,
    base: worktree?.base ?? null,
    target: await lineOf(work, { projectId, briefId, branch }),
    priority: priority ?? usualPriority,
  }
}
