/** Facts of a worktree's folder, gathered before an operation's transaction begins. */
import { resolve } from 'node:path'
import type { Complaint } from '#contract/shapes.ts'
import { realPathIfThere } from '#machine/files.ts'
import { git } from '#machine/git/command.ts'
import { listWorktrees } from '#machine/worktree/list.ts'
import { isSamePlace } from '#machine/worktree/same-place.ts'
import { configurationText } from '#runner/configured.ts'
import type { Item, Machine } from '#runner/errand.ts'
import { look } from '#runner/look.ts'
import { placesOf } from '#runner/places.ts'
import { isBranch, primaryBranchComplaints } from '#runner/primary-branch.ts'
import { compareWorktrees } from '#runner/upkeep/compare.ts'
import type { FoundCheckout, Place, Places, WorktreeFacts } from '#service/facts.ts'
import { trustSetting } from '#service/project/trust.ts'
import { listProjects } from '#store/queries/projects.ts'
import { readSetting } from '#store/queries/settings.ts'
import type { ReadTx } from '#store/transaction.ts'

export type KnownProject = Item['project'] & { id: number }

export type Known = {
  /** The id of our node. */
  node: string
  home: Pick<Machine, 'root' | 'pool' | 'trash'>
  /** Living ones of our node. */
  items: () => Promise<Item[]>
  item: (worktreeId: number) => Promise<Item | undefined>
  worktreeOf: (dispatchId: number) => Promise<number | null>
  projects: () => Promise<KnownProject[]>
  now: () => string
}

/** Of the worktree that `worktreeId` names, or that a dispatch is done in; or of the folder at `path`. */
export async function lookAtWorktree(input: Record<string, unknown>, known: Known): Promise<WorktreeFacts> {
  if (typeof input.path === 'string') return { checkout: await findCheckout(resolve(input.path)) }
  const worktreeId = typeof input.dispatchId === 'number' ? await known.worktreeOf(input.dispatchId) : input.worktreeId
  if (typeof worktreeId !== 'number') return {}
  const item = await known.item(worktreeId)
  // One that is being made or has ended has no folder that says anything of it.
  if (!item || item.worktree.base === null) return {}
  const seen = await look(item, known.now())
  return { standing: seen.outcome === 'seen' ? seen.standing : undefined }
}

/** Every registered project with the hash of the flower.yaml that is trusted. */
export async function knownProjects(tx: ReadTx): Promise<KnownProject[]> {
  const projects: KnownProject[] = []
  for (const { id, slug, path, gitDir, primaryBranch } of await listProjects(tx)) {
    const trusted = (await readSetting(tx, trustSetting(id))) ?? null
    projects.push({ id, slug, path, gitDir, primaryBranch, trusted })
  }
  return projects
}

/** Where the worktrees of each project are made on this node. */
export async function placesHere({ node, home, projects }: Pick<Known, 'node' | 'home' | 'projects'>): Promise<Places> {
  const found = new Map<string, Place>()
  for (const project of await projects()) found.set(project.slug, await placesOf(project, home))
  const because = 'its project was registered just now'
  return { node, of: slug => found.get(slug) ?? { outcome: 'unfit', because, cure: 'Ask once more.' } }
}

/** The flower.yaml of the project that is named, itself or by one of its worktrees, or of the only one. */
export async function readConfiguration(input: Record<string, unknown>, known: Known): Promise<string> {
  const project = await meantProject(input, known)
  return project ? configurationText(project) : ''
}

/** Whether the branch is there that shall be MAIN's. */
export async function findBranch(name: string, input: Record<string, unknown>, known: Known): Promise<boolean> {
  const project = await meantProject(input, known)
  return project !== undefined && isBranch(project, name)
}

/** Undefined when it is unclear, which the operation itself refuses. */
export async function meantProject(
  input: Record<string, unknown>,
  { projects, item: find }: Known,
): Promise<KnownProject | undefined> {
  const all = await projects()
  const { worktreeId } = input
  const item = typeof worktreeId === 'number' ? await find(worktreeId) : undefined
  const slug = item?.project.slug ?? input.project
  const named = slug === undefined ? all : all.filter(each => each.slug === slug)
  return named.length === 1 ? named[0] : undefined
}

/** Records, git and disk compared, project by project. */
export async function mismatchesOf({ home, items, projects, now }: Known): Promise<Complaint[]> {
  const living = Map.groupBy(await items(), each => each.project.slug)
  const found: Complaint[] = []
  for (const project of await projects()) {
    const worktrees = (living.get(project.slug) ?? []).map(each => each.worktree)
    found.push(
      ...(await primaryBranchComplaints(project)),
      ...(await compareWorktrees({
        project,
        worktrees,
        places: await placesOf(project, home),
        pool: home.pool,
        now: Date.parse(now()),
      })),
    )
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
