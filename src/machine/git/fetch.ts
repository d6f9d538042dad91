// Brings one branch of a remote up to date here, and nothing else of it.

import { wordsOf } from '../worktree/in-turn.ts'
import { git } from './command.ts'

export type Fetched = { outcome: 'fetched' } | { outcome: 'not_fetched'; reason: string }

/** Those under way: many who want the same at once are served by one. */
const underWay = new Map<string, Promise<Fetched>>()

/** The ref that says where the remote's branch was when it was last fetched. */
export const trackingRef = (remote: string, branch: string): string => `refs/remotes/${remote}/${branch}`

/** Asks nobody for a password. No tags, no submodules; nothing of the user's own settings says what else is fetched. */
export async function fetchBranch(gitDir: string, remote: string, branch: string, timeoutMs: number): Promise<Fetched> {
  const key = [gitDir, remote, branch].join('\0')
  const going = underWay.get(key) ?? fetchNow(gitDir, remote, branch, timeoutMs)
  underWay.set(key, going)
  try {
    return await going
  } finally {
    if (underWay.get(key) === going) underWay.delete(key)
  }
}

async function fetchNow(gitDir: string, remote: string, branch: string, timeoutMs: number): Promise<Fetched> {
  const refspec = `+refs/heads/${branch}:${trackingRef(remote, branch)}`
  const quiet = ['--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', '--refmap=']
  const args = [...(await withoutPrompts(gitDir)), 'fetch', ...quiet, '--end-of-options', remote, refspec]
  const done = await git({ gitDir }, args, { writes: true, timeoutMs })
  return done.outcome === 'ok' ? { outcome: 'fetched' } : { outcome: 'not_fetched', reason: wordsOf(done) }
}

/** ssh would ask at the terminal that flower was started in. A command of the user's own stays as it is. */
async function withoutPrompts(gitDir: string): Promise<string[]> {
  const own = await git({ gitDir }, ['config', '--get', 'core.sshCommand'])
  return own.outcome === 'ok' ? [] : ['-c', 'core.sshCommand=ssh -oBatchMode=yes']
}
