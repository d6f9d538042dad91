/** Asks for a worktree. Whoever asks for one that a Brief or a branch has already is given that one. */
import type { Parsed } from '#contract/catalogue.ts'
import type { Brief } from '#domain/brief.ts'
import type { Project } from '#domain/project.ts'
import { Refusal } from '#domain/refusal.ts'
import { askPreparing, assertLiving } from '#domain/worktree/moves.ts'
import { isWorktreeName, nameRule } from '#domain/worktree/name.ts'
import type { Worktree } from '#domain/worktree/worktree.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { dispatchesOf } from '#store/queries/dispatches.ts'
import { getProject, meantProject } from '#store/queries/projects.ts'
import { findWorktreeNamed, findWorktreeOfBrief, findWorktreeOn } from '#store/queries/worktrees.ts'
import { ownBranchOf } from '../landing/own-branch.ts'
import { commit, type ReadWork, type Write, type WriteWork } from '../work.ts'
import { answerOf } from './answer.ts'
import { refuseBadBranch, request, taken } from './request.ts'

type Asked = Parsed<'worktree.create'>
type Place = { project: Project; brief: Brief | undefined }

export const create: Write<'worktree.create'> = async (input, work) => {
  refuseNonsense(input)
  const place = await placeFor(work, input)
  const there = await livingFor(work, place, input)
  if (there) return attach(work, there)
  const branch = await branchFor(work, place, input)
  const { name, base, isolation, follows } = input
  return answerOf(work.tx, await request(work, { ...place, branch, name, base, isolation, follows }))
}

const invalid = (field: string, problem: string, operation = 'worktree.create'): Refusal =>
  new Refusal('input.invalid', { operation, field, problem })

export function refuseBadName(name: string | undefined, operation = 'worktree.create'): void {
  if (name !== undefined && !isWorktreeName(name)) throw invalid('name', nameRule, operation)
}

function refuseNonsense(input: Asked): void {
  refuseBadName(input.name)
  if (input.follows && (input.branch ?? input.base ?? input.briefId) !== undefined)
    throw invalid('follows', 'a worktree that follows MAIN has no branch, base or Brief of its own')
  if (!input.follows && (input.name ?? input.branch ?? input.briefId) === undefined)
    throw invalid('name', 'give a name, a branch or a Brief')
}

export async function placeFor(
  work: ReadWork,
  input: { briefId?: number | undefined; project?: string | undefined },
): Promise<Place> {
  if (input.briefId === undefined) return { project: await meantProject(work.tx, input.project), brief: undefined }
  const brief = await getBrief(work.tx, input.briefId)
  return { project: await getProject(work.tx, brief.projectId), brief }
}

/** The living one that is asked for, by its name, its branch or its Brief. Refuses one that is something else. */
async function livingFor(work: ReadWork, { project, brief }: Place, input: Asked): Promise<Worktree | undefined> {
  const { name, branch } = input
  const differs = (each: Worktree): boolean =>
    (name !== undefined && each.name !== name) ||
    (branch !== undefined && each.branch !== branch) ||
    (brief !== undefined && each.briefId !== brief.id) ||
    (input.follows ?? null) !== each.follows
  const named = name === undefined ? undefined : await findWorktreeNamed(work.tx, project.id, name)
  if (named && differs(named)) throw taken('name', named.name, named)
  const standing = branch === undefined ? undefined : await findWorktreeOn(work.tx, project.id, branch)
  if (standing && differs(standing)) throw taken('branch', branch ?? '', standing)
  const own = brief && (await findWorktreeOfBrief(work.tx, brief.id))
  return named ?? standing ?? (own && !differs(own) ? own : undefined)
}

/** One that failed is tried again. */
async function attach(work: WriteWork, worktree: Worktree) {
  assertLiving(worktree)
  if (worktree.status !== 'failed') return answerOf(work.tx, worktree)
  const change = askPreparing(worktree, work.now)
  await commit(work, change)
  return answerOf(work.tx, change.worktrees?.[0] ?? worktree)
}

async function branchFor(work: ReadWork, { project, brief }: Place, input: Asked): Promise<string | null> {
  if (input.follows) return null
  // Later legs go on from the branch of the earlier ones.
  const earlier = brief && (await dispatchesOf(work.tx, brief.id))[0]?.branch
  const ofBrief = brief && (await ownBranchOf(work, brief, earlier))
  const branch = input.branch ?? ofBrief ?? `flower/${input.name}`
  refuseBadBranch(branch, project, 'worktree.create')
  return branch
}
