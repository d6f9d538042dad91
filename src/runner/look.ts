/** Looks at the folder of a worktree: what is not committed there, what is under way, how far it is from MAIN. */
import type { Standing } from '#domain/worktree/worktree.ts'
import { landedBy } from '#machine/worktree/landed.ts'
import { isThere } from '#machine/worktree/same-place.ts'
import { statusOf } from '#machine/worktree/status.ts'
import { landings } from './base.ts'
import { type Item, mainTip } from './errand.ts'

export type Look =
  | { outcome: 'seen'; standing: Standing }
  /** Neither git nor the disk has it, or only git: nobody can work in it. */
  | { outcome: 'gone'; reason: string }
  | { outcome: 'unclear'; reason: string }

export async function look(item: Item, now: string): Promise<Look> {
  const { worktree, project } = item
  const tip = await mainTip(item)
  const found = await statusOf({
    gitDir: project.gitDir,
    folder: worktree.path,
    ...(tip === undefined ? {} : { base: tip }),
  })
  if (found.outcome === 'missing') return { outcome: 'gone', reason: `The folder ${worktree.path} is gone.` }
  if (found.outcome === 'not_registered') {
    if (!(await isThere(worktree.path)))
      return { outcome: 'gone', reason: `Neither the folder ${worktree.path} nor git's record of it is there.` }
    return { outcome: 'unclear', reason: `git does not know ${worktree.path} as a worktree any more.` }
  }
  if (found.outcome !== 'read') return { outcome: 'unclear', reason: found.detail }
  const { head, branch, modified, untracked, unmerged, ahead, behind, underWay } = found
  const unlanded = tip !== undefined && head !== undefined && (ahead ?? 0) > 0
  const landed = unlanded ? (await landedBy(project.gitDir, head, await landings(item))) !== 'no' : null
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
