/** Gives claimed paths back. */
import { claimablePath } from '#domain/worktree/file-claim.ts'
import { filterProject } from '#store/queries/projects.ts'
import { openFileClaimsOf } from '#store/queries/worktrees.ts'
import { commit, type Write } from '../work.ts'

export const release: Write<'file.release'> = async (input, work) => {
  const projectId = await filterProject(work.tx, input.project)
  const named = input.paths && new Set(input.paths.map(claimablePath))
  const mine = (await openFileClaimsOf(work.tx, work.name, work.now)).filter(
    each => (projectId === undefined || each.projectId === projectId) && (!named || named.has(each.path)),
  )
  await commit(work, { fileClaims: mine.map(each => ({ ...each, releasedAt: work.now })), events: [] })
  const released = mine.map(each => each.path)
  return { released, next: released.length > 0 ? 'Go on.' : 'None of them was yours; file.list shows who has what.' }
}
