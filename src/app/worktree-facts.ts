/** Facts of a worktree's folder, gathered before an operation's transaction begins. */
import { resolve } from 'node:path'
import type { Complaint } from '#contract/shapes.ts'
import { realPathIfThere } from '#machine/files.ts'
import { git } from '#machine/git/command.ts'
import { listWorktrees } from '#machine/worktree/list.ts'
import { isSamePlace } from '#machine/worktree/same-place.ts'
import { compareWorktrees } from '#runner/compare.ts'
import { configurationText } from '#runner/configured.ts'
import type { Item } from '#runner/errand.ts'
import { look } from '#runner/look.ts'
import type { FoundCheckout, WorktreeFacts } from '#service/facts.ts'

export type Known = {
  /** The id of our node. */
  node: string
  root: string
  pool: string
  items: () => Promise<Item[]>
  projects: () => Promise<{ id: number; slug: string; path: string; gitDir: string }[]>
  now: () => string
}

/** Of the worktree that `worktreeId` names, or of the folder at `path`. */
export async function lookAtWorktree(input: Record<string, unknown>, known: Known): Promise<WorktreeFacts> {
  const place = { node: known.node, root: known.root }
  if (typeof input.path === 'string') return { ...place, checkout: await findCheckout(resolve(input.path)) }
  if (typeof input.worktreeId !== 'number') return place
  const item = (await known.items()).find(each => each.worktree.id === input.worktreeId)
  // One that is being made or has ended has no folder that says anything of it.
  if (!item || item.worktree.base === null) return place
  const seen = await look(item, known.now())
  return { ...place, standing: seen.outcome === 'seen' ? seen.standing : undefined }
}

/** The flower.yaml of the project that is named, itself or by one of its worktrees, or of the only one. */
export async function readConfiguration(input: Record<string, unknown>, known: Known): Promise<string> {
  const project = await meantProject(input, known)
  return project ? configurationText(project.path) : ''
}

type MeantProject = Awaited<ReturnType<Known['projects']>>[number]

/** Undefined when it is unclear, which the operation itself refuses. */
export async function meantProject(
  input: Record<string, unknown>,
  { projects, items }: Known,
): Promise<MeantProject | undefined> {
  const all = await projects()
  const { worktreeId } = input
  const item = worktreeId === undefined ? undefined : (await items()).find(each => each.worktree.id === worktreeId)
  const slug = item?.project.slug ?? input.project
  const named = slug === undefined ? all : all.filter(each => each.slug === slug)
  return named.length === 1 ? named[0] : undefined
}

/** Records, git and disk compared, project by project. */
export async function mismatchesOf({ root, pool, items, projects }: Known): Promise<Complaint[]> {
  const living = Map.groupBy(await items(), each => each.project.slug)
  const found: Complaint[] = []
  for (const project of await projects()) {
    const worktrees = (living.get(project.slug) ?? []).map(each => each.worktree)
    found.push(...(await compareWorktrees({ project, worktrees, root, pool })))
  }
  return found
}

async function findCheckout(path: string): Promise<FoundCheckout> {
  const unfit = (because: string, cure: string): FoundCheckout => ({ outcome: 'unfit', because, cure })
  const real = await realPathIfThere(path)
  if (real === undefined) return unfit('there is no such folder', 'Check the path.')
  const [top, common] = await Promise.all([ask(real, '--show-toplevel'), ask(real, '--git-common-dir')])
  if (common === undefined) return unfit('it is in no git repository', 'Name a worktree: git worktree list.')
  const listed = await listWorktrees(common)
  if (listed.outcome !== 'listed')
    return unfit(`git does not list its worktrees (${listed.detail})`, 'Look with git worktree list.')
  for (const each of listed.worktrees) {
    if (each.prunable !== undefined || top === undefined || !(await isSamePlace(each.path, top))) continue
    return { outcome: 'found', path: top, gitDir: common, branch: each.branch ?? null, primary: each.primary }
  }
  return unfit('git does not know it as a worktree', 'Name one of git worktree list.')
}

async function ask(folder: string, what: string): Promise<string | undefined> {
  const result = await git({ folder }, ['rev-parse', '--path-format=absolute', what])
  return result.outcome === 'ok' ? realPathIfThere(result.stdout.replace(/\r?\n$/, '')) : undefined
}
