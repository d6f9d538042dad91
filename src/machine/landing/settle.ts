// What may wait until after a landing: git's memory of the files' times, and the submodules' own checkouts.

import { join } from 'node:path'
import { git } from '../git/command.ts'
import { gitPatiently, wordsOf } from '../worktree/in-turn.ts'
import { isThere } from '../worktree/same-place.ts'
import type { MovedSubmodule } from './stage.ts'
import type { Checkout } from './standing.ts'

/**
 * Call it once a landing is answered for. Files that were put in place look touched to git until it has read them again, and
 * submodules stand at their old commits. Answers sentences to show for what could not be done; doing it again is harmless.
 */
export async function settleCheckout(wish: {
  checkout: Checkout
  submodules: MovedSubmodule[]
  /** Milliseconds for the submodules, which may have to be fetched. */
  timeoutMs: number
}): Promise<string[]> {
  const { checkout, submodules, timeoutMs } = wish
  const place = { gitDir: checkout.ownGitDir, workTree: checkout.path }
  // It fails where a file is changed, which is somebody else's affair.
  await gitPatiently(place, ['update-index', '-q', '--refresh'], { timeoutMs: 120_000 })
  const warnings: string[] = []
  for (const submodule of submodules) {
    const warning = await bringSubmodule(checkout, submodule, timeoutMs)
    if (warning !== undefined) warnings.push(warning)
  }
  return warnings
}

/** Only from where the project had it: what somebody else checked out in it stays. One that was never filled stays empty. */
async function bringSubmodule(checkout: Checkout, { path, was }: MovedSubmodule, timeoutMs: number) {
  const folder = join(checkout.path, path)
  const filled = await isThere(join(folder, '.git'))
  if (!filled && was !== undefined) return undefined
  if (filled && was !== undefined) {
    const head = await git({ folder }, ['rev-parse', '--verify', '--quiet', 'HEAD'])
    if (head.outcome !== 'ok' || head.stdout.trim() !== was)
      return `The submodule ${path} is left alone, as it stands at a commit that the project did not give it.`
  }
  // From the folder: git-submodule starts gits of its own, which must not be told where to work.
  const args = ['--literal-pathspecs', 'submodule', '--quiet', 'update', '--init', '--recursive', '--', path]
  const brought = await gitPatiently({ folder: checkout.path }, args, { timeoutMs })
  return brought.outcome === 'ok' ? undefined : `The submodule ${path} is not brought forward: ${wordsOf(brought)}`
}
