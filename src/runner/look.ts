/** Looks at the folder of a worktree: what is not committed there, what is under way, how far it is from MAIN. */
import type { Standing } from '#domain/worktree/worktree.ts'
import { landedBy } from '#machine/worktree/landed.ts'
import { registrationOf } from '#machine/worktree/registration.ts'
import { isThere } from '#machine/worktree/same-place.ts'
import { statusOf } from '#machine/worktree/status.ts'
import { landings } from './base.ts'
import { type Item, mainTip } from './errand.ts'

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

/** What need not be asked of git again: the tips of its project, and how it stood before, which is believed while nothing moved. */
export type Known = { main: string | undefined; landings: string[]; before: Standing | null }

export async function look(item: Item, now: string, known?: Known): Promise<Look> {
  const { worktree, project } = item
  const tip = known ? known.main : await mainTip(item)
  const found = await statusOf({
    gitDir: project.gitDir,
    folder: worktree.path,
    ...(tip === undefined ? {} : { base: tip }),
  })
  if (found.outcome === 'missing') return folderGone(worktree.path)
  if (found.outcome === 'not_registered') return unknownToGit(worktree.path)
  if (found.outcome !== 'read') return { outcome: 'unclear', reason: found.detail }
  const { head, branch, modified, untracked, unmerged, ahead, behind, underWay } = found
  const unlanded = tip !== undefined && head !== undefined && (ahead ?? 0) > 0
  const before = known?.before
  const isSame = before?.head === head && before?.ahead === ahead && before?.behind === behind
  const landed = unlanded ? ((isSame ? before?.landed : null) ?? (await isLanded(item, head, known))) : null
  return {
    outcome: 'seen',
    standing: {
      head: head ?? null,
      branch: branch ?? null,
      modified,
      untracked,
      unmerged,
      ahead: ahead ?? null,
      behind: behind ?? null,
      landed,
      underWay,
      at: now,
    },
  }
}

const isLanded = async (item: Item, head: string, known: Known | undefined): Promise<boolean> =>
  (await landedBy(item.project.gitDir, head, known?.landings ?? (await landings(item)))) !== 'no'
