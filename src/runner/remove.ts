/** Takes a worktree away once all of it is kept, and brings it back. Both go on where they were cut off. */
import { basename, dirname, join } from 'node:path'
import type { Finding } from '#domain/worktree/moves.ts'
import { segmentOf } from '#domain/worktree/name.ts'
import { type Journal, unsaved } from '#domain/worktree/worktree.ts'
import { teardown } from '#machine/prepare/teardown.ts'
import { nextRescueRef } from '#machine/rescue/rescue-ref.ts'
import { restoreWorktree } from '#machine/rescue/restore.ts'
import { registrationOf } from '#machine/worktree/registration.ts'
import { type RemovalRefusal, removalRefusal } from '#machine/worktree/removal-refusal.ts'
import { removeWorktree } from '#machine/worktree/remove.ts'
import { isThere } from '#machine/worktree/same-place.ts'
import { landings } from './base.ts'
import { configurationOf } from './configured.ts'
import type { Errand } from './errand.ts'
import { endLeftovers, markerOf } from './leftovers.ts'
import { look } from './look.ts'
import { trashBeside, trashFor } from './places.ts'
import { wordsOf } from './service/place.ts'

/** Folders that a program can make again; left out of a snapshot where git ignores them. */
const leaveOut = ['node_modules']

type RemovalJournal = Extract<Journal, { of: 'remove' }>

export async function remove(errand: Errand): Promise<Finding> {
  const { worktree, project, tell } = errand
  if (worktree.journal?.of === 'remove') {
    await tell({ what: 'resumed', how: 'it goes on where it was', journal: worktree.journal })
    return carryOut(errand, worktree.journal)
  }
  const registered = await registrationOf(project.gitDir, worktree.path)
  if (!registered && !(await isThere(worktree.path))) return nothingThere
  const why = await reasonToKeep(errand)
  if (why) return why
  const rescue = await nextRescueRef(project.gitDir, worktree.name)
  const number = rescue.slice(rescue.lastIndexOf('/') + 1)
  const folder = await trashFor(worktree.path, project.slug, errand.machine)
  const journal: RemovalJournal = { of: 'remove', rescue, trash: join(folder, `${segmentOf(worktree.name)}+${number}`) }
  await tell({ what: 'begun', journal })
  return carryOut(errand, journal)
}

/** It was never made, or git and the disk have let go of it already. */
const nothingThere: Finding = { what: 'removed', rescue: null, trash: null, leftOut: [], branchDeleted: false }

/** Looked at anew: whoever asked may have asked a while ago. */
async function reasonToKeep(errand: Errand): Promise<Finding | undefined> {
  const { worktree, project, machine } = errand
  const refusal = await removalRefusal({
    gitDir: project.gitDir,
    folder: worktree.path,
    // Where it was made, by us or, when it was adopted, by its owner; flower.yaml may name another place by now.
    root: dirname(worktree.path),
    primaryPath: project.path,
    home: machine.home,
  })
  if (refusal) return { what: 'kept', reason: wordsOfRefusal(refusal, worktree.path) }
  const seen = await look(errand, machine.now())
  if (seen.outcome === 'unclear') return { what: 'kept', reason: seen.reason }
  const standing = seen.outcome === 'seen' ? seen.standing : null
  const counts = unsaved(standing)
  if (standing && counts && !worktree.confirmed)
    return { what: 'kept', reason: `It holds what is nowhere else: ${counts}.`, standing }
  const running = await errand.serving.end(worktree)
  if (running.length > 0) return { what: 'kept', reason: `What runs in it can't be ended: ${running.join('; ')}.` }
  const failure = standing && (await teardownFailure(errand))
  if (failure) return failure
  const left = await endLeftovers(errand)
  return left === undefined ? undefined : { what: 'kept', reason: left }
}

async function teardownFailure(errand: Errand): Promise<Finding | undefined> {
  const { worktree, project, signal } = errand
  if (worktree.fingerprint === null) return undefined
  const configured = await configurationOf(errand)
  if (configured.outcome !== 'read') return worktree.confirmed ? undefined : { what: 'kept', reason: configured.reason }
  const { configuration, trusted } = configured
  const { isolation, path: folder } = worktree
  const { ports } = worktree
  const values = wordsOf({ project, worktree, configuration, ports, sitePort: errand.machine.sitePort() })
  const marker = markerOf(errand)
  const done = await teardown({ main: project.path, folder, configuration, trusted, values, isolation, marker, signal })
  if (done.outcome === 'done' || worktree.confirmed) return undefined
  if (done.outcome !== 'failed') return { what: 'kept', reason: `The teardown can't run. ${done.cure}` }
  const lines = done.failures.flatMap(each => [`${each.step}: ${each.problem}`, ...each.lastLines])
  return { what: 'kept', reason: [...lines, done.cure].join('\n') }
}

function wordsOfRefusal(refusal: RemovalRefusal, path: string): string {
  switch (refusal.reason) {
    case 'is_main':
      return `${path} is MAIN.`
    case 'holds_main':
      return `MAIN lies in ${path}.`
    case 'is_home':
    case 'holds_home':
      return `${path} is or holds a home folder.`
    case 'not_ours':
      return `${path} is not where flower makes worktrees.`
    case 'not_registered':
      return `git does not know ${path} as a worktree; look at what is in it: \`flower doctor\`.`
    case 'locked':
      return `git has it locked${refusal.why ? ` (${refusal.why})` : ''}; unlock it with: git worktree unlock.`
    case 'holds_worktree':
      return `Another worktree lies in it: ${refusal.path}. Remove that one first.`
    case 'unknown':
      return `It can't be told what it is: ${refusal.why}`
  }
}

async function carryOut(errand: Errand, { rescue, trash }: RemovalJournal): Promise<Finding> {
  const { worktree, project } = errand
  const branch = worktree.adopted ? null : worktree.branch
  const done = await removeWorktree({
    gitDir: project.gitDir,
    folder: worktree.path,
    ref: rescue,
    trash,
    leaveOut,
    ...(branch === null ? {} : { branch }),
    primaryBranch: project.primaryBranch,
    landed: await landings(errand),
  })
  if (done.outcome === 'not_registered') return nothingThere
  if (done.outcome === 'not_kept') return { what: 'kept', reason: `It can't be kept, so it stays: ${done.reason}` }
  const beside = join(trashBeside(worktree.path, project.slug), basename(trash))
  if (done.outcome === 'not_moved' && done.code === 'EXDEV' && trash !== beside) {
    const journal: RemovalJournal = { of: 'remove', rescue, trash: beside }
    await errand.tell({ what: 'begun', journal })
    return carryOut(errand, journal)
  }
  if (done.outcome === 'not_moved') return { what: 'kept', reason: `Its folder can't be moved away: ${done.reason}` }
  return {
    what: 'removed',
    rescue,
    trash: done.trash ?? null,
    leftOut: done.leftOut,
    branchDeleted: done.branch.outcome === 'deleted',
  }
}

export async function restore(errand: Errand): Promise<Finding> {
  const { worktree, project, tell, machine } = errand
  const { rescue, trash, path } = worktree
  if (rescue === null) return { what: 'failed', reason: 'Nothing of it was kept.' }
  const cutOff = worktree.journal?.of === 'restore'
  if (cutOff) await tell({ what: 'resumed', how: 'it goes on where it was', journal: worktree.journal })
  else await tell({ what: 'begun', journal: { of: 'restore' } })
  const back = await restoreWorktree({
    gitDir: project.gitDir,
    ref: rescue,
    ...(trash === null ? {} : { trash }),
    folder: path,
  })
  // Cut off after all was done: the folder is there and git knows it.
  const wasDone = cutOff && back.outcome === 'occupied' && (await registrationOf(project.gitDir, path)) !== undefined
  if (back.outcome !== 'restored' && !wasDone) return { what: 'failed', reason: whyNotRestored(back) }
  const seen = await look(errand, machine.now())
  if (seen.outcome !== 'seen') return { what: 'failed', reason: seen.reason }
  const leftOut = back.outcome === 'restored' ? back.leftOut : []
  const detached = back.outcome === 'restored' && back.branch === 'detached'
  return {
    what: 'created',
    path,
    branch: worktree.branch,
    base: worktree.base ?? seen.standing.head ?? '',
    warnings: [
      ...(detached ? [`${worktree.branch} has moved since or is checked out elsewhere, so HEAD is on no branch.`] : []),
      ...(leftOut.length > 0 ? [`Left out of the snapshot: ${leftOut.join(', ')}.`] : []),
    ],
  }
}

type NotRestored = Exclude<Awaited<ReturnType<typeof restoreWorktree>>, { outcome: 'restored' }>

function whyNotRestored(answer: NotRestored | { outcome: 'restored' }): string {
  switch (answer.outcome) {
    case 'restored':
      return ''
    case 'no_rescue':
      return `The ref ${answer.ref} is gone.`
    case 'occupied':
      return `Something is at ${answer.path}; move it away first.`
    case 'no_files':
      return `Its folder was gone when it was kept; staged files and commits are in ${answer.ref}.`
    case 'not_restored':
      return answer.reason
  }
}
