/** Makes a worktree, or takes in one that was made by hand. A creation that was cut off is undone first and begun anew. */
import type { Finding } from '#domain/worktree/moves.ts'
import { git } from '#machine/git/command.ts'
import { commitAt, resolveRef } from '#machine/git/commits.ts'
import { type CreationAnswer, createWorktree } from '#machine/worktree/create.ts'
import { warmUp } from '#machine/worktree/pool.ts'
import { registrationOf } from '#machine/worktree/registration.ts'
import { undoCreation } from '#machine/worktree/undo.ts'
import { checkoutMs, type Errand, lineTip } from './errand.ts'
import { look } from './look.ts'

export async function create(errand: Errand): Promise<Finding> {
  const { worktree, project } = errand
  await undoHalf(errand)
  const base = worktree.wantedBase === null ? await lineTip(errand) : await resolveRef(project, worktree.wantedBase)
  if (base === undefined) {
    const wanted = worktree.wantedBase ?? project.primaryBranch
    return failed(`There is no commit at \`${wanted}\` to begin at. Name a branch, tag or commit of ${project.slug}.`)
  }
  return worktree.branch === null ? follow(errand, base) : onBranch(errand, worktree.branch, base)
}

const failed = (reason: string): Finding => ({ what: 'failed', reason })

/** Nobody was ever given the folder, so nothing of anybody's is in it. */
async function undoHalf({ worktree, project, tell }: Errand): Promise<void> {
  const { journal } = worktree
  if (journal?.of !== 'create') return
  const settled = { ...journal, outcome: 'settled' as const }
  await undoCreation({ gitDir: project.gitDir, folder: worktree.path, branch: worktree.branch ?? '', settled })
  await tell({ what: 'resumed', how: 'what was half made is undone, and it begins anew', journal: null })
}

async function onBranch(errand: Errand, branch: string, base: string): Promise<Finding> {
  const { worktree, project, tell, pool } = errand
  const made = await createWorktree({
    gitDir: project.gitDir,
    folder: worktree.path,
    name: worktree.name,
    branch,
    base,
    primaryBranch: project.primaryBranch,
    existing: 'continue',
    largeFiles: 'whole',
    timeoutMs: checkoutMs,
    warm: await pool.warm(errand),
    step: async (point, { outcome: _, ...settled }) => {
      if (point === 'branch_settled') await tell({ what: 'begun', journal: { of: 'create', ...settled } })
    },
  })
  if (made.outcome !== 'created') return failed(whyNot(made))
  for (const fault of made.poolFaults) await pool.discard(errand, fault.folder)
  return {
    what: 'created',
    path: made.path,
    branch,
    base: made.base,
    warnings: made.warnings,
    kept: made.rescue ?? made.staleKept,
  }
}

function whyNot(answer: Exclude<CreationAnswer, { outcome: 'created' }>): string {
  switch (answer.outcome) {
    case 'unknown_base':
      return `There is no commit ${answer.base} to begin at.`
    case 'bad_branch':
      return answer.reason === 'primary'
        ? `\`${answer.branch}\` is MAIN's own branch.`
        : `git takes \`${answer.branch}\` for no name of a branch.`
    case 'branch_collides':
      return `The branch \`${answer.branch}\` and the branch \`${answer.with}\` would be one on some disks. Choose another.`
    case 'branch_in_use':
      return `The branch \`${answer.branch}\` is checked out at ${answer.path}. Adopt that one: worktree.adopt.`
    case 'exists':
      return `A worktree is at ${answer.path} already. Adopt it with worktree.adopt, or choose another name.`
    case 'occupied':
      return `Something else is at ${answer.path}. Move it away, or choose another name.`
    case 'unproven':
      return answer.reason
    case 'git_failed':
      return `git refused: ${answer.detail}`
  }
}

/** On no branch, at the tip of MAIN. */
async function follow({ worktree, project, tell }: Errand, base: string): Promise<Finding> {
  if (await registrationOf(project.gitDir, worktree.path))
    return failed(`A worktree is at ${worktree.path} already. Adopt it with worktree.adopt, or choose another name.`)
  await tell({ what: 'begun', journal: { of: 'create', head: base, before: base, start: 'base' } })
  const filling = { largeFiles: 'whole', timeoutMs: checkoutMs } as const
  const made = await warmUp({ gitDir: project.gitDir, folder: worktree.path, base, ...filling })
  if (made.outcome !== 'warm') return failed(made.reason)
  return { what: 'created', path: made.path, branch: null, base, warnings: [] }
}

/** Its base is where it left MAIN; nothing of it is changed. */
export async function adopt(errand: Errand): Promise<Finding> {
  const { worktree, project, machine } = errand
  const seen = await look(errand, machine.now())
  if (seen.outcome !== 'seen') return failed(seen.reason)
  const { head, branch } = seen.standing
  const tip = await lineTip(errand)
  if (head === null || tip === undefined) return failed(`There is no commit at ${worktree.path}.`)
  const fork = await git({ gitDir: project.gitDir }, ['merge-base', head, tip])
  const base = fork.outcome === 'ok' ? await commitAt(project.gitDir, fork.stdout.trim()) : undefined
  return { what: 'created', path: worktree.path, branch, base: base ?? head, warnings: [] }
}
