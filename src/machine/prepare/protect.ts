// Keeps what is brought into a worktree out of its commits: a broad `git add` must not take a secret along.

import { ownFolder } from '#domain/configuration/place.ts'
import { environmentFile, type PreparationPlan } from '#domain/preparation/plan.ts'
import type { Checkout } from './checkout.ts'
import { excludeLocally, ignoredAmong } from './git-facts.ts'

/**
 * Excludes locally, before anything is there, whatever of a plan git would not ignore. Answers the paths that stay open
 * to git even so, as a rule of the repository's own `.gitignore` outranks ours: they must not be brought.
 * Throws when flower's own folder is among them.
 */
export async function protect(checkout: Checkout, plan: PreparationPlan): Promise<Set<string>> {
  const paths = plan.steps.flatMap(step => {
    if (step.kind === 'run') return []
    return [{ path: step.path, folder: step.kind === 'clone' && step.form === 'folder' }]
  })
  // A rule for a folder (`node_modules/`) only shows in what is below it, as long as the folder itself is not there.
  const asked = (each: { path: string; folder: boolean }) => (each.folder ? `${each.path}/any` : each.path)
  const ignored = await ignoredAmong(checkout, paths.map(asked))
  const open = paths.filter(each => !ignored.has(asked(each)))
  if (open.length === 0) return new Set()
  const lines = open.map(({ path, folder }) => {
    if (path === environmentFile) return `${ownFolder}/`
    return folder ? `${path}/` : path
  })
  await excludeLocally(checkout, lines)
  const now = await ignoredAmong(checkout, open.map(asked))
  const left = open.filter(each => !now.has(asked(each))).map(({ path }) => path)
  if (left.includes(environmentFile)) {
    throw new Error(
      `the repository's .gitignore keeps git from ignoring ${ownFolder}/, where flower keeps its own files`,
    )
  }
  return new Set(left)
}
