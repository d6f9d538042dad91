// One writer at a time for each repository, and patience with the locks of others.

import { setTimeout as pause } from 'node:timers/promises'
import type { CommandResult } from '../command.ts'
import { type GitOptions, type GitPlace, git } from '../git/command.ts'
import { makeTurns } from '../turns.ts'

/** Waits until earlier work on the repository with this git folder has ended, well or badly, then does this. Work must not nest. */
export const inTurn = makeTurns()

const PATIENCE_MS = 10_000
const PAUSE_MS = 100

/** A lock file of another process; or a worktree that another git is only just registering, which keeps git from listing them. */
const passing = /lock.*: File exists|failed to read .*[\\/]commondir/i

/** A call that is repeated for up to ten seconds while another process stands in its way. As a write. */
export async function gitPatiently(
  place: GitPlace,
  args: readonly string[],
  options: GitOptions = {},
): Promise<CommandResult> {
  for (let left = PATIENCE_MS / PAUSE_MS; ; left -= 1) {
    const result = await git(place, args, { ...options, writes: true })
    const held = result.outcome === 'failed' && passing.test(result.stderr)
    if (!held || left <= 0) return result
    await pause(PAUSE_MS)
  }
}

/** What git said, or what kept it from saying anything, as one text for a reason. */
export function wordsOf(result: { outcome: string; stderr?: string; timeoutMs?: number }): string {
  if (result.outcome === 'timeout') return `it took longer than ${Math.round((result.timeoutMs ?? 0) / 1000)} s`
  return result.outcome === 'failed' ? (result.stderr ?? '').trim() || 'git failed without a word' : result.outcome
}
