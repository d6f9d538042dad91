/** Keeps a worktree that somebody made by hand. Its folder was looked at before; nothing of it is moved. */
import { Refusal } from '#domain/refusal.ts'
import { adoptInstead, planWorktree, type WorktreeChange } from '#domain/worktree/moves.ts'
import { nameForBranch } from '#domain/worktree/name.ts'
import type { Worktree } from '#domain/worktree/worktree.ts'
import { findProjectByGitDir } from '#store/queries/projects.ts'
import { findWorktreeAt, findWorktreeNamed, findWorktreeOn } from '#store/queries/worktrees.ts'
import { placesOf, worktreeFactsOf } from '../facts.ts'
import { commit, type ReadWork, type Write, type WriteWork } from '../work.ts'
import { answerOf } from './answer.ts'
import { placeFor, refuseBadName } from './create.ts'
import { refuseTaken, taken } from './request.ts'

export const adopt: Write<'worktree.adopt'> = async (input, work) => {
  refuseBadName(input.name, 'worktree.adopt')
  const { checkout } = worktreeFactsOf(work)
  const { node } = placesOf(work)
  if (checkout?.outcome !== 'found') throw unfit(input.path, checkout?.because, checkout?.cure)
  const project = await findProjectByGitDir(work.tx, checkout.gitDir)
  if (!project)
    throw unfit(checkout.path, 'it belongs to no project that is known', `project.register {path: "${checkout.path}"}`)
  if (checkout.primary) throw unfit(checkout.path, 'it is MAIN itself', 'Name a linked worktree: git worktree list.')
  const known = await findWorktreeAt(work.tx, node, checkout.path)
  if (known) return answerOf(work.tx, known)
  const stray = await findWorktreeAt(work.tx, '', checkout.path)
  // Recorded before there were nodes: its folder is here, so that this is its node.
  if (stray) return keepAs(work, { worktrees: [{ ...stray, node }], events: [] })
  if (input.briefId !== undefined) {
    const place = await placeFor(work, input)
    if (place.project.id !== project.id)
      throw unfit(checkout.path, `#${input.briefId} belongs to ${place.project.slug}`, 'Name a Brief of its project.')
  }
  const never = await neverMade(work, project.id, checkout.branch)
  if (never) return keepAs(work, adoptInstead(never, { node, path: checkout.path }, work.now))
  await refuseTaken(work, project, { branch: checkout.branch, node, path: checkout.path })
  const plan = planWorktree({
    id: work.tx.ledger.nextId('worktree'),
    errand: 'adopt',
    projectId: project.id,
    node,
    briefId: input.briefId ?? null,
    name: await nameFor(work, project.id, input.name, checkout),
    path: checkout.path,
    branch: checkout.branch,
    wantedBase: null,
    isolation: input.isolation ?? 'code',
    follows: null,
    actor: work.actor,
    now: work.now,
  })
  return keepAs(work, plan)
}

async function keepAs(work: WriteWork, change: WorktreeChange) {
  await commit(work, change)
  return answerOf(work.tx, change.worktrees[0])
}

/** What failed on this branch before there was anything of it. */
async function neverMade(work: ReadWork, projectId: number, branch: string | null): Promise<Worktree | undefined> {
  const there = branch === null ? undefined : await findWorktreeOn(work.tx, projectId, branch)
  return there?.status === 'failed' && there.base === null && there.errand === null ? there : undefined
}

const unfit = (path: string, because = 'nothing was found there', cure = 'Check the path.'): Refusal =>
  new Refusal('worktree.unfit', { path, because, cure })

async function nameFor(
  work: ReadWork,
  projectId: number,
  asked: string | undefined,
  { branch, path }: { branch: string | null; path: string },
): Promise<string> {
  const wanted = asked ?? nameForBranch(branch ?? path.split(/[\\/]/).at(-1) ?? 'adopted')
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}-${number}`
    const rival = await findWorktreeNamed(work.tx, projectId, name)
    if (!rival) return name
    if (asked) throw taken('name', asked, rival)
  }
}
