// What a worktree may be called, and the folder and refs that its name stands for.

import { join } from 'node:path'
import { isRefName } from '../git/ref-name.ts'

// Device names that Windows keeps for itself, whatever the ending.
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/

/**
 * Whether `name` can be the name of a worktree of ours: lower-case ASCII letters, digits, `.`, `_`, `-` and `/`, at most
 * 100 characters, such as `feat/a-b`. No capitals, so that no two names are one on a case-blind disk.
 */
export function isWorktreeName(name: string): boolean {
  if (name.length > 100 || !/^[a-z0-9][a-z0-9._/-]*$/.test(name) || !isRefName(name)) return false
  return name.split('/').every(part => !RESERVED.test(part) && !part.endsWith('.') && !part.startsWith('-'))
}

/** The name as one segment of a path or ref. Injective: `+` is in no name. Throws a TypeError for what is no name. */
export function segmentOf(name: string): string {
  if (!isWorktreeName(name)) throw new TypeError(`not a worktree's name: ${JSON.stringify(name)}`)
  return name.replaceAll('/', '+')
}

/** Where the worktree `name` of `project` has its folder below `root`. Two names never share one, and none lies in another's. */
export function folderOf(root: string, project: string, name: string): string {
  return join(root, segmentOf(project), segmentOf(name))
}

/** Where the folder of the worktree's `number`th removal waits, below the same root and so on the same disk. No project is called so. */
export function trashOf(root: string, project: string, name: string, number: number): string {
  return join(root, '.trash', segmentOf(project), `${segmentOf(name)}+${number}`)
}

/** Below this prefix, ending in `/`, are the rescue refs of one worktree, numbered from 1. */
export function rescuePrefix(name: string): string {
  return `refs/flower/rescue/${segmentOf(name)}/`
}
