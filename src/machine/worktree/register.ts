// Registers a worktree whose files are still to come.

import { gitPatiently, inTurn, wordsOf } from './in-turn.ts'
import { type Registration, registrationNamedBy } from './registration.ts'

/** An empty, detached worktree at `head`: 10 ms at any size, with nothing written to the shared settings. */
export async function register(
  wish: { gitDir: string; folder: string },
  head: string,
): Promise<Registration | { outcome: 'unproven'; reason: string }> {
  const args = ['worktree', 'add', '--quiet', '--detach', '--no-checkout', wish.folder, head]
  const added = await inTurn(wish.gitDir, () => gitPatiently({ gitDir: wish.gitDir }, args))
  if (added.outcome !== 'ok') return { outcome: 'unproven', reason: `git worktree add: ${wordsOf(added)}` }
  const registration = await registrationNamedBy(wish.gitDir, wish.folder)
  return registration ?? { outcome: 'unproven', reason: `git made no worktree in ${wish.folder}.` }
}
