// The refs that keep what a removal or a new start would otherwise let go.

import { git } from '../git/command.ts'
import { rescuePrefix } from '../worktree/name.ts'

/** The first free number's ref among the rescues of this worktree. Ask in turn, and create it with no old value. */
export async function nextRescueRef(gitDir: string, name: string): Promise<string> {
  const prefix = rescuePrefix(name)
  const listed = await git({ gitDir }, ['for-each-ref', '--format=%(refname)', prefix])
  if (listed.outcome !== 'ok') throw new Error(`the rescue refs can't be read: ${listed.outcome}`)
  const numbers = listed.stdout.split('\n').map(ref => Number(ref.slice(prefix.length)) || 0)
  return `${prefix}${Math.max(0, ...numbers) + 1}`
}
