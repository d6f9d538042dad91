// git as the queue calls it: on the true objects of a repository, by their ids, with names as bytes.

import { type GitOptions, git, gitForBytes } from '../git/command.ts'
import { wordsOf } from '../worktree/in-turn.ts'

/** A git call that did not do what it was for. `step` names the call, `detail` is git's own word. */
export interface GitFailure {
  outcome: 'failed'
  step: string
  detail: string
}

/** Left so by a power cut too: what MAIN's branch is about to point to. */
export const DURABLY = ['-c', 'core.fsync=all']

/** Under `refs/replace/` anybody could put other contents under an id. */
const TRUE_OBJECTS = '--no-replace-objects'

/** Answers git's output as text of which each character is one byte (latin1), as names need not be UTF-8. */
export async function ask(
  gitDir: string,
  args: readonly string[],
  options: GitOptions & { workTree?: string } = {},
): Promise<{ outcome: 'ok'; stdout: string } | GitFailure> {
  const place = options.workTree === undefined ? { gitDir } : { gitDir, workTree: options.workTree }
  const result = await gitForBytes(place, [TRUE_OBJECTS, ...args], options)
  if (result.outcome === 'ok') return { outcome: 'ok', stdout: Buffer.from(result.stdout).toString('latin1') }
  const stderr = result.outcome === 'failed' ? result.stderr : undefined
  const step = args.find((arg, at) => !arg.startsWith('-') && args[at - 1] !== '-c') ?? 'git'
  return { outcome: 'failed', step: `git ${step}`, detail: wordsOf({ ...result, stderr }) }
}

/** The tree of a commit; undefined when there is no such commit. */
export async function treeOf(gitDir: string, commit: string): Promise<string | undefined> {
  const args = [TRUE_OBJECTS, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{tree}`]
  const read = await git({ gitDir }, args)
  return read.outcome === 'ok' ? read.stdout.trim() : undefined
}

/** Text whose characters are bytes, as what it says in UTF-8; what is none becomes a replacement sign. */
export function shown(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
