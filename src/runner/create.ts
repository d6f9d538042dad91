/** Makes a worktree, or takes in one that was made by hand. A creation that was cut off is undone first and begun anew. */
import type { Finding } from '#domain/worktree/moves.ts'
import type { Standing } from '#domain/worktree/worktree.ts'
import { git } from '#machine/git/command.ts'
import { commitAt, resolveRef } from '#machine/git/commits.ts'
import { tieToBrief } from '#machine/guard/brief-file.ts'
import { type CreationAnswer, createWorktree } from '#machine/worktree/create.ts'
import { warmUp } from '#machine/worktree/pool.ts'
import { registrationOf } from '#machine/worktree/registration.ts'
import { undoCreation } from '#machine/worktree/undo.ts'
import { type Base, baseOf } from './base.ts'
import { fillingOf } from './configured.ts'
import { type Errand, lineTip } from './errand.ts'
import { endLeftovers } from './leftovers.ts'
import { look } from './look.ts'

export async function create(errand: Errand): Promise<Finding> {
  const { worktree } = errand
  const stuck = await undoHalf(errand)
  if (stuck) return failed(stuck)
  const base = await wantedBase(errand)
  if (base.outcome === 'none') return failed(base.reason)
  return worktree.branch === null ? follow(errand, base) : onBranch(errand, worktree.branch, base)
}

/** A follower stands where MAIN stands, whatever the others begin at. */
async function wantedBase(errand: Errand): Promise<Base> {
  const { wantedBase: wanted, follows } = errand.worktree
  if (wanted === null && !follows) return baseOf(errand)
  const ref = wanted ?? `refs/heads/${errand.project.primaryBranch}`
  const commit = await resolveRef(errand.project, ref)
  if (commit !== undefined) return { outcome: 'found', commit, main: follows ? commit : undefined, warnings: [] }
  const reason = `There is no commit at \`${ref}\` to begin at. Name a branch, tag or commit of ${errand.project.slug}.`
  return { outcome: 'none', reason }
}

type FoundBase = Extract<Base, { outcome: 'found' }>

const failed = (reason: string): Finding => ({ what: 'failed', reason })

/** Nobody was ever given the folder, so nothing of anybody's is in it. Answers why it can't be undone. */
async function undoHalf(errand: Errand): Promise<string | undefined> {
  const { worktree, project, tell } = errand
  const { journal } = worktree
  if (journal?.of !== 'create') return undefined
  const left = await endLeftovers(errand)
  if (left) return left
  const settled = { ...journal, outcome: 'settled' as const }
  await undoCreation({ gitDir: project.gitDir, folder: worktree.path, branch: worktree.branch ?? '', settled })
  await tell({ what: 'resumed', how: 'what was half made is undone, and it begins anew', journal: null })
  return undefined
}

async function onBranch(errand: Errand, branch: string, base: FoundBase): Promise<Finding> {
  const { worktree, project, tell, pool } = errand
  const made = await createWorktree({
    gitDir: project.gitDir,
    folder: worktree.path,
    name: worktree.name,
    branch,
    base: base.commit,
    primaryBranch: project.primaryBranch,
    existing: 'continue',
    ...(await fillingOf(errand)),
    warm: await pool.warm(errand),
    step: async (point, { outcome: _, ...settled }) => {
      if (point === 'branch_settled') await tell({ what: 'begun', journal: { of: 'create', ...settled } })
    },
  })
  if (made.outcome !== 'created') return failed(whyNot(made))
  if (worktree.briefId !== null) await tieToBrief(project.gitDir, made.path, worktree.briefId)
  for (const fault of made.poolFaults) await pool.discard(errand, fault.folder)
  return {
    what: 'created',
    path: made.path,
    branch,
    base: made.base,
    warnings: [...base.warnings, ...made.warnings],
    kept: made.rescue ?? made.staleKept,
    standing: provenAt(branch, made.head, base, errand.machine.now()),
  }
}

/** What the proof of a creation has shown, where it stands at MAIN's tip and nothing more is to be found out. */
function provenAt(branch: string | null, head: string, { main }: FoundBase, at: string): Standing | undefined {
  if (main !== head) return undefined
  const nothing = { modified: 0, untracked: 0, unmerged: 0, ahead: 0, behind: 0, landed: null, underWay: [] }
  return { head, branch, ...nothing, at }
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
      return `The branch \`${answer.branch}\` is checked out at ${answer.path}. Adopt that one: worktree.adopt {path: "${answer.path}"}.`
    case 'exists':
      return `A worktree is at ${answer.path} already. Adopt it with worktree.adopt {path: "${answer.path}"}, or choose another name.`
    case 'occupied':
      return `Something else is at ${answer.path}. Move it away, or choose another name.`
    case 'unproven':
      return answer.reason
    case 'git_failed':
      return `git refused: ${answer.detail}`
  }
}

/** On no branch, at the tip of MAIN. */
async function follow(errand: Errand, found: FoundBase): Promise<Finding> {
  const base = found.commit
  const { worktree, project, tell } = errand
  if (await registrationOf(project.gitDir, worktree.path))
    return failed(
      `A worktree is at ${worktree.path} already. Adopt it with worktree.adopt {path: "${worktree.path}"}, or choose another name.`,
    )
  await tell({ what: 'begun', journal: { of: 'create', head: base, before: base, start: 'base' } })
  const made = await warmUp({ gitDir: project.gitDir, folder: worktree.path, base, ...(await fillingOf(errand)) })
  if (made.outcome !== 'warm') return failed(made.reason)
  const standing = provenAt(null, base, found, errand.machine.now())
  return { what: 'created', path: made.path, branch: null, base, warnings: [], standing }
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
  return { what: 'created', path: worktree.path, branch, base: base ?? head, warnings: [], standing: seen.standing }
}
