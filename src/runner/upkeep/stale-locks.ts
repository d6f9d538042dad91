/** Locks of git's whose holder is gone: git refuses to work until somebody takes them away. */
import type { Complaint } from '#contract/shapes.ts'
import { quoted } from '#domain/words/quoted.ts'
import { findLocks, gitsAtWorkIn } from '#machine/git/locks.ts'
import { isAlive } from '#machine/process.ts'
import type { ListedWorktree } from '#machine/worktree/list.ts'

/** Milliseconds after which a lock is taken for left where nobody can tell whether a git works there. */
const longMs = 10 * 60_000

/** Those for which no git is there that could hold them. `folders` are MAIN and its worktrees; `now` is in milliseconds since 1970. */
export async function staleLocks(
  { slug, gitDir }: { slug: string; gitDir: string },
  folders: readonly string[],
  now: number,
): Promise<Complaint[]> {
  const before = await findLocks(gitDir)
  if (before.length === 0) return []
  const gits = gitsAtWorkIn([gitDir, ...folders])
  // One that ended just now has taken its locks away.
  const still = new Set((await findLocks(gitDir)).map(each => each.path))
  const left = before.filter(
    each => still.has(each.path) && (gits === 'none' || (gits === 'unknown' && now - each.modifiedAt > longMs)),
  )
  return left.map(({ path, modifiedAt }) => ({
    what: `${path} has been there since ${new Date(modifiedAt).toISOString()}, and no git works in ${slug}: git waits for it in vain.`,
    severity: 'fault',
    cure: `rm ${quoted(path)}`,
  }))
}

/** A worktree that was locked for a process, as its reason says, which has ended since. */
export function lockOfTheDead({ path, locked }: ListedWorktree, gitDir: string): Complaint[] {
  const pid = /\bpid:?\s*(\d+)/i.exec(locked ?? '')?.[1]
  if (pid === undefined || isAlive(Number(pid))) return []
  const what = `The worktree at ${path} is locked for process ${pid}, which has ended (${locked}).`
  return [{ what, severity: 'warning', cure: `git -C ${quoted(gitDir)} worktree unlock ${quoted(path)}` }]
}
