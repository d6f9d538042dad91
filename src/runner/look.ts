/** Looks at the folder of a worktree: what is not committed there, what is under way, how far it is from MAIN. */
import type { Standing } from '#domain/worktree/worktree.ts'
import { landedBy } from '#machine/worktree/landed.ts'
import { registrationOf } from '#machine/worktree/registration.ts'
import { isThere } from '#machine/worktree/same-place.ts'
import { distanceFrom, statusOf } from '#machine/worktree/status.ts'
import { landings } from './base.ts'
import { type Item, lineTip } from './errand.ts'

export type Look =
  | { outcome: 'seen'; standing: Standing }
  /** Neither git nor the disk has it, or only git: nobody can work in it. */
  | { outcome: 'gone'; reason: string }
  | { outcome: 'unclear'; reason: string }

type Absent = Exclude<Look, { outcome: 'seen' }>

const folderGone = (path: string): Absent => ({ outcome: 'gone', reason: `The folder ${path} is gone.` })

async function unknownToGit(path: string): Promise<Absent> {
  if (await isThere(path)) return { outcome: 'unclear', reason: `git does not know ${path} as a worktree any more.` }
  return { outcome: 'gone', reason: `Neither the folder ${path} nor git's record of it is there.` }
}

/** Whether it is there at all, without asking git; undefined when it is. */
export async function absence({ worktree, project }: Item): Promise<Absent | undefined> {
  const { path } = worktree
  if (!(await registrationOf(project.gitDir, path))) return unknownToGit(path)
  return (await isThere(path)) ? undefined : folderGone(path)
}

/** What commits are measured by: the tip of what their work lands on, and all that counts as landed. */
export type Tips = { main: string | undefined; landings: string[] }

export const tipsOf = async (item: Item): Promise<Tips> => ({
  main: await lineTip(item),
  landings: await landings(item),
})

/** What need not be asked of git again. `still`: how it stood before, where git's own part shows no change since. */
export type Known = { tips: () => Promise<Tips>; still: Standing | null }

export async function look(item: Item, now: string, known?: Known): Promise<Look> {
  const { worktree, project } = item
  const found = await statusOf({ gitDir: project.gitDir, folder: worktree.path })
  if (found.outcome === 'missing') return folderGone(worktree.path)
  if (found.outcome === 'not_registered') return unknownToGit(worktree.path)
  if (found.outcome !== 'read') return { outcome: 'unclear', reason: found.detail }
  const { head = null, branch = null, modified, untracked, unmerged, underWay } = found
  const isStill = known?.still?.head === head ? known.still : undefined
  const far = isStill ?? (await distanceOf(project.gitDir, head, await (known?.tips() ?? tipsOf(item))))
  const { ahead, behind, landed } = far
  return {
    outcome: 'seen',
    standing: { head, branch, modified, untracked, unmerged, ahead, behind, landed, underWay, at: now },
  }
}

type Distance = Pick<Standing, 'ahead' | 'behind' | 'landed'>

async function distanceOf(gitDir: string, head: string | null, { main, landings }: Tips): Promise<Distance> {
  const far = main !== undefined && head !== null ? await distanceFrom(gitDir, main, head) : undefined
  const { ahead = null, behind = null } = far ?? {}
  if (head === null || !ahead) return { ahead, behind, landed: null }
  // What stands wholly on MAIN is not in it.
  const others = behind === 0 ? landings.filter(each => each !== main) : landings
  return { ahead, behind, landed: others.length > 0 && (await landedBy(gitDir, head, others)) !== 'no' }
}
