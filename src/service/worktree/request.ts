/** Asks the runner for a new worktree, in the transaction of whatever wants one. */
import type { Brief } from '#domain/brief.ts'
import type { Project } from '#domain/project.ts'
import { Refusal } from '#domain/refusal.ts'
import { planWorktree, type WorktreeChange } from '#domain/worktree/moves.ts'
import { nameForBranch, pathOf } from '#domain/worktree/name.ts'
import type { Isolation, Worktree } from '#domain/worktree/worktree.ts'
import { findWorktreeAt, findWorktreeNamed, findWorktreeOn } from '#store/queries/worktrees.ts'
import { placesOf } from '../facts.ts'
import { commit, type ReadWork, type WriteWork } from '../work.ts'

export type Wanted = {
  project: Project
  brief: Brief | undefined
  /** Null for one that follows MAIN. */
  branch: string | null
  /** Left out, it follows from the branch, with a number when that is taken. */
  name?: string | undefined
  base?: string | undefined
  isolation?: Isolation | undefined
  follows?: 'main' | undefined
}

export async function request(work: WriteWork, wanted: Wanted): Promise<Worktree> {
  const change = await planFor(work, wanted, () => work.tx.ledger.nextId('worktree'))
  await commit(work, change)
  return change.worktrees[0]
}

/** As it would be asked for now. Refuses what is taken, and where no place is for worktrees. */
export async function planFor(work: ReadWork, wanted: Wanted, nextId: () => number): Promise<WorktreeChange> {
  const { project, brief, branch, follows } = wanted
  const { node, of } = placesOf(work)
  const here = of(project.slug)
  if (here.outcome === 'unfit')
    throw new Refusal('worktree.no_place', { project: project.slug, because: here.because, cure: here.cure })
  const name = wanted.name ?? (await freeName(work, wanted))
  const path = pathOf(here.root, name)
  await refuseTaken(work, project, { branch, node, path })
  return planWorktree({
    id: nextId(),
    errand: 'create',
    projectId: project.id,
    node,
    briefId: brief?.id ?? null,
    name,
    path,
    branch,
    wantedBase: wanted.base ?? null,
    isolation: wanted.isolation ?? (follows ? 'code' : here.isolation),
    follows: follows ?? null,
    actor: work.actor,
    now: work.now,
  })
}

async function freeName(work: ReadWork, { project, branch }: Wanted): Promise<string> {
  const wanted = branch === null ? 'main' : nameForBranch(branch)
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}-${number}`
    if (!(await findWorktreeNamed(work.tx, project.id, name))) return name
  }
}

export const taken = (what: 'name' | 'branch' | 'path', value: string, by: Worktree): Refusal =>
  new Refusal('worktree.taken', { what, value, worktreeId: by.id, status: by.status })

export async function refuseTaken(
  work: ReadWork,
  project: Project,
  wanted: Pick<Worktree, 'branch' | 'node' | 'path'>,
): Promise<void> {
  const onBranch = wanted.branch === null ? undefined : await findWorktreeOn(work.tx, project.id, wanted.branch)
  if (onBranch) throw taken('branch', wanted.branch ?? '', onBranch)
  const atPath = await findWorktreeAt(work.tx, wanted.node, wanted.path)
  if (atPath) throw taken('path', wanted.path, atPath)
}

/** What git takes for no name, and what it reads as another: an option, a whole ref, a revision. */
const noBranch = /^-|^refs\/|^(?:HEAD|@)$|[\s~^:?*[\\\p{C}]|\.\.|@\{|\/\/|^\/|\/$|\.$|(?:^|\/)\.|\.lock(?:\/|$)/u

/** A branch that work is done on: no name that git or a shell would read otherwise, and never MAIN's own. */
export function refuseBadBranch(branch: string | undefined, project: Project, operation: string): void {
  if (branch === undefined) return
  const problem = noBranch.test(branch)
    ? 'is no name of a branch'
    : branch.toLowerCase() === project.primaryBranch.toLowerCase()
      ? `is MAIN's own branch, which no worktree is given`
      : undefined
  if (problem) throw new Refusal('input.invalid', { operation, field: 'branch', problem })
}
