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
export async function rescue({ client, machine, item }: Rescue): Promise<MainFinding> {
  const { main, project } = item
  const projectId = project.id
  const tell = (finding: MainFinding) => client.call('main.settle', { projectId, finding })
  const commit = await commitAt(project.gitDir, `refs/heads/${project.primaryBranch}`)
  if (commit === undefined) return { what: 'failed', reason: "MAIN's branch is gone." }
  const ref = main.journal?.ref ?? (await nextRescueRef(project.gitDir, 'main'))
  if (!main.journal) await tell({ what: 'begun', journal: { ref, worktreeId: null } })
  const patchFolder = join(machine.rescues, project.slug)
  const back = await rescueMain({ ...placeOfMain(project), commit, ref, patchFolder })
  if (back.outcome === 'not_saved' || back.outcome === 'not_put_back') return { what: 'failed', reason: back.reason }
  const { files = [], changed = 0 } = main.standing ?? {}
  if (back.outcome === 'rescued') await tell({ what: 'saved', saved: { ref, patch: back.patch, files, changed } })
  const number = ref.slice(ref.lastIndexOf('/') + 1)
  const name = main.rescueTo ?? `rescue-${number}`
  const folder = join(machine.root, project.slug, segmentOf(name))
  const made = await worktreeOfRescue({ gitDir: project.gitDir, ref, folder, branch: `flower/${name}` })
  if (made.outcome !== 'made') return { what: 'failed', reason: whyNot(made, ref) }
  const late = await bringLate({ gitDir: project.gitDir, ref, folder: made.path })
  const worktreeId = await adopt(client, project.slug, made.path, name)
  const told = late.length === 0 ? {} : { late: { files: late.slice(0, mostFilesNamed), count: late.length } }
  return { what: 'rescued', ref, worktreeId, ...told }
}

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
