// The command line by which a harness asks the guard before a tool is used.

import type { GroundWish } from './ground.ts'
import { word } from './shell-script.ts'

/**
 * For a shell. It starts from a folder that is always there, and however it fails (the program is gone, it is killed), it ends
 * with the one exit code that keeps the tool from being used. `program` starts flower: absolute paths, word by word.
 */
export function guardCommand(program: readonly string[], wish: GroundWish): string {
  const options = ['--worktree', wish.worktree, '--main', wish.mainPath, '--branch', wish.branch]
  const flower = [...program, 'guard', ...options].map(word).join(' ')
  return `cd / && FLOWER_HOME=${word(wish.home)} ${flower} || exit 2`
}
