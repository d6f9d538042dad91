/** Moves what came into MAIN from outside into a worktree, and brings MAIN back to its commit. A restart goes on where it was. */
import { join } from 'node:path'
import type { Client } from '#client/client.ts'
import { mostFilesNamed } from '#domain/main/main.ts'
import type { MainFinding } from '#domain/main/moves.ts'
import { Refusal } from '#domain/refusal.ts'
import { segmentOf } from '#domain/worktree/name.ts'
import { commitAt } from '#machine/git/commits.ts'
import { bringLate } from '#machine/main/late.ts'
import { rescueMain, worktreeOfRescue } from '#machine/main/rescue.ts'
import { nextRescueRef } from '#machine/rescue/rescue-ref.ts'
import type { MainItem, MainMachine } from './ground.ts'
import { placeOfMain } from './standing.ts'

type Rescue = { client: Client; machine: MainMachine; item: MainItem }

/** Answers how it ended. MAIN is to be looked at before that is told: whoever waits for the end is answered with how it stands. */
export async function rescue(given: Rescue): Promise<MainFinding> {
  const { client, item } = given
  const { main, project } = item
  const { id: projectId, gitDir } = project
  const ref = main.journal?.ref ?? (await nextRescueRef(gitDir, 'main'))
  const journal = { ref, worktreeId: null }
  if (!main.journal) await client.call('main.settle', { projectId, finding: { what: 'begun', journal } })
  const found = (await putBack(given, ref)) ?? (await move(given, ref))
  // Nothing is moved out of MAIN before all of it is kept.
  return found.what === 'failed' && (await commitAt(gitDir, ref)) === undefined ? { ...found, over: true } : found
}

/** Answers why MAIN is not back at its commit; that it is, is told before it is answered. */
async function putBack({ client, machine, item }: Rescue, ref: string): Promise<MainFinding | undefined> {
  const { main, project } = item
  // Put back by a run before this one: what is in MAIN by now is another rescue's.
  if (main.journal?.isBack) return undefined
  const commit = await commitAt(project.gitDir, `refs/heads/${project.primaryBranch}`)
  if (commit === undefined) return { what: 'failed', reason: "MAIN's branch is gone." }
  const patchFolder = join(machine.rescues, project.slug)
  const back = await rescueMain({ ...placeOfMain(project), commit, ref, patchFolder })
  if (back.outcome === 'not_saved' || back.outcome === 'not_put_back')
    return { what: 'failed', reason: sentence(back.reason) }
  if (back.outcome === 'clean') return undefined
  const { files = [], changed = 0 } = main.standing ?? {}
  const saved = { ref, patch: back.patch, files, changed }
  await client.call('main.settle', { projectId: project.id, finding: { what: 'saved', saved, isBack: true } })
  return undefined
}

async function move({ client, machine, item }: Rescue, ref: string): Promise<MainFinding> {
  const { main, project } = item
  const { gitDir, slug } = project
  const name = main.rescueTo ?? `rescue-${ref.slice(ref.lastIndexOf('/') + 1)}`
  const folder = join(machine.root, slug, segmentOf(name))
  const made = await worktreeOfRescue({ gitDir, ref, folder, branch: `flower/${name}` })
  if (made.outcome !== 'made') return { what: 'failed', reason: whyNot(made, ref) }
  const late = await bringLate({ gitDir, ref, folder: made.path })
  const worktreeId = await adopt(client, slug, made.path, name)
  const told = late.length === 0 ? {} : { late: { files: late.slice(0, mostFilesNamed), count: late.length } }
  return { what: 'rescued', ref, worktreeId, ...told }
}

const sentence = (reason: string): string => (/[.!?]$/.test(reason) ? reason : `${reason}.`)

/** One that was cut off after the worktree was adopted finds it there. */
async function adopt(client: Client, project: string, path: string, name: string): Promise<number> {
  try {
    return (await client.call('worktree.adopt', { path, name, project })).worktreeId
  } catch (reason) {
    const known = reason instanceof Refusal && reason.code === 'worktree.taken' ? reason.data.worktreeId : undefined
    if (typeof known === 'number') return known
    throw reason
  }
}

type NotMade = Exclude<Awaited<ReturnType<typeof worktreeOfRescue>>, { outcome: 'made' }>

function whyNot(answer: NotMade, ref: string): string {
  const kept = `MAIN is back at its commit, and all of it is kept as ${ref}.`
  switch (answer.outcome) {
    case 'no_rescue':
      return `There was nothing to move: ${answer.ref} is not there.`
    case 'occupied':
      return `Something is at ${answer.path}; ask again with another name. ${kept}`
    case 'branch_taken':
      return `The branch ${answer.branch} is taken; ask again with another name. ${kept}`
    case 'not_made':
      return `${answer.reason} ${kept}`
  }
}
