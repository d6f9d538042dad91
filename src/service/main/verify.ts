/** Which commits of MAIN nobody has proven: their exact tree passed no gates that flower knows of. */
import { unproven } from '#domain/landing/proof.ts'
import { Refusal } from '#domain/refusal.ts'
import { proofsOf } from '#store/queries/merges.ts'
import { meantProject } from '#store/queries/projects.ts'
import { historyOf } from '../facts.ts'
import type { Read } from '../work.ts'

export const verify: Read<'main.verify'> = async (input, work) => {
  const { id, slug, primaryBranch } = await meantProject(work.tx, input.project)
  const history = historyOf(work)
  if (history.outcome === 'unread') throw new Refusal('main.unread', { project: slug, because: history.because })
  const { tip, since, commits } = history
  const found = unproven(commits, await proofsOf(work.tx, id))
  return {
    ok: found.length === 0,
    project: slug,
    branch: primaryBranch,
    tip,
    since,
    commits: commits.length,
    unproven: found,
    next:
      found.length === 0
        ? 'merge.landings shows each proof.'
        : 'Look at them with git show; whoever committed them knows whether they were checked.',
  }
}
