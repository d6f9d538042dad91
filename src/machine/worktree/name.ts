// The refs that a worktree's name stands for.

import { isWorktreeName, nameOfMain, segmentOf } from '#domain/worktree/name.ts'

/** Below this prefix, ending in `/`, are the rescue refs of one worktree, numbered from 1. Throws a TypeError for what is no name. */
export function rescuePrefix(name: string): string {
  if (name !== nameOfMain && !isWorktreeName(name))
    throw new TypeError(`not a worktree's name: ${JSON.stringify(name)}`)
  return `refs/flower/rescue/${segmentOf(name)}/`
}
