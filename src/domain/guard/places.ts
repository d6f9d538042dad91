/** Where a path lies: in the agent's own worktree, in MAIN, in somebody else's, or above one of them. */

/** All paths are real ones: no link is in them. */
export interface Ground {
  /** The agent's own worktree; undefined when it works in none, such as in MAIN. */
  worktree?: string
  /** The worktree's own git folder. */
  ownGitFolder?: string
  mainPaths: string[]
  /** Common git folders. */
  gitFolders: string[]
  /** Other worktrees, and folders that nothing but worktrees is in. */
  otherWorktrees: string[]
  /** flower's own folder, which holds its records. */
  home?: string
  /** MAIN's branches, without `refs/heads/`. */
  branches: string[]
}

export type Closed = 'main' | 'git_folder' | 'other_worktree' | 'home'

export type Area =
  | { kind: 'own' | 'elsewhere' }
  | { kind: Closed; root: string }
  /** A closed one lies below. */
  | { kind: 'above'; below: Closed; root: string }

/** The innermost place that a path lies in decides, so that a worktree within MAIN is still its agent's own. */
export function areaOf(ground: Ground, path: string): Area {
  // A worktree's `.git` says which repository it is of: that is no file of the agent's.
  if (ground.worktree !== undefined && path === `${ground.worktree}/.git`) {
    return { kind: 'git_folder', root: path }
  }
  const roots = rootsOf(ground)
  const around = roots
    .filter(({ root }) => isWithin(path, root))
    .toSorted((one, other) => other.root.length - one.root.length)
  const innermost = around[0]
  if (innermost?.kind === 'own') return { kind: 'own' }
  if (innermost !== undefined) return { kind: innermost.kind, root: innermost.root }
  const below = roots.find(({ kind, root }) => kind !== 'own' && isWithin(root, path))
  return below && below.kind !== 'own' ? { kind: 'above', below: below.kind, root: below.root } : { kind: 'elsewhere' }
}

export function isClosed(area: Area): area is { kind: Closed; root: string } {
  return area.kind !== 'own' && area.kind !== 'elsewhere' && area.kind !== 'above'
}

function rootsOf(ground: Ground): { kind: Closed | 'own'; root: string }[] {
  const own = [ground.worktree, ground.ownGitFolder].filter(root => root !== undefined)
  return [
    ...own.map(root => ({ kind: 'own' as const, root })),
    ...ground.mainPaths.map(root => ({ kind: 'main' as const, root })),
    ...ground.gitFolders.map(root => ({ kind: 'git_folder' as const, root })),
    ...ground.otherWorktrees.map(root => ({ kind: 'other_worktree' as const, root })),
    ...(ground.home === undefined ? [] : [{ kind: 'home' as const, root: ground.home }]),
  ]
}

const isWithin = (path: string, root: string): boolean =>
  path === root || path.startsWith(root === '/' ? '/' : `${root}/`)

/** `relative` from `folder`, without links being known. Absolute paths stay as they are; `.` and `..` are carried out. */
export function joined(folder: string, path: string): string {
  const parts: string[] = []
  for (const part of (path.startsWith('/') ? path : `${folder}/${path}`).split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`
}

/** The same file in the agent's own worktree. */
export function ownCounterpart(ground: Ground, path: string, root: string): string | undefined {
  if (ground.worktree === undefined || !isWithin(path, root)) return undefined
  return path === root ? ground.worktree : `${ground.worktree}${path.slice(root.length)}`
}
