// What the guard of an agent's tools has to know of the disk, read without git and without flower's records: it is asked
// before every single tool.

import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Ground } from '#domain/guard/places.ts'

export interface GroundWish {
  /** The agent's worktree. */
  worktree: string
  mainPath: string
  /** MAIN's branch. */
  branch: string
  /** flower's own folder. */
  home: string
}

/** Throws when neither the worktree nor MAIN tells which repository they are of: then nothing can be decided. */
export function findGround(wish: GroundWish): Ground {
  const mainPath = placeOnDisk(wish.mainPath)
  const worktree = placeOnDisk(wish.worktree)
  const home = placeOnDisk(wish.home)
  const ownGitFolder = gitFolderOf(worktree)
  const gitFolder = (ownGitFolder && commonOf(ownGitFolder)) ?? gitFolderOf(mainPath)
  if (gitFolder === undefined) throw new Error(`neither ${worktree} nor ${mainPath} is a checkout`)
  const isLinked = ownGitFolder !== undefined && ownGitFolder !== gitFolder
  const others = worktreesOf(gitFolder).filter(path => path !== worktree)
  return {
    // Where MAIN is named as the worktree, there is none.
    ...(worktree === mainPath ? {} : { worktree }),
    ...(isLinked ? { ownGitFolder } : {}),
    mainPaths: [mainPath],
    gitFolders: [gitFolder],
    otherWorktrees: [...others, ...['worktrees', 'pool', 'trash'].map(name => join(home, name))],
    home,
    branches: [wish.branch],
  }
}

export interface Checkout {
  /** The real path of its top folder. */
  path: string
  /** The real path of its own git folder, and of the one that all worktrees share. */
  ownGitFolder: string
  gitFolder: string
}

/** The checkout that a folder lies in; undefined when it lies in none. */
export function checkoutAround(folder: string): Checkout | undefined {
  for (let at = placeOnDisk(folder); ; at = dirname(at)) {
    const ownGitFolder = gitFolderOf(at)
    const gitFolder = ownGitFolder && commonOf(ownGitFolder)
    if (gitFolder) return { path: at, ownGitFolder, gitFolder }
    if (dirname(at) === at) return undefined
  }
}

/** A checkout's own git folder; a real path. */
function gitFolderOf(checkout: string): string | undefined {
  const pointer = join(checkout, '.git')
  try {
    if (lstatSync(pointer).isDirectory()) return realpathSync(pointer)
    const named = /^gitdir: (.+?)\r?\n?$/s.exec(readFileSync(pointer, 'utf8'))?.[1]
    return named === undefined ? undefined : realpathSync(resolve(checkout, named))
  } catch {
    return undefined
  }
}

function commonOf(ownGitFolder: string): string | undefined {
  try {
    return realpathSync(resolve(ownGitFolder, readFileSync(join(ownGitFolder, 'commondir'), 'utf8').trimEnd()))
  } catch {
    return ownGitFolder
  }
}

function worktreesOf(gitFolder: string): string[] {
  try {
    return readdirSync(join(gitFolder, 'worktrees')).flatMap(id => {
      const text = readFileSync(join(gitFolder, 'worktrees', id, 'gitdir'), 'utf8').trimEnd()
      return [placeOnDisk(dirname(resolve(gitFolder, 'worktrees', id, text)))]
    })
  } catch {
    return []
  }
}

/** Through links; false when it is gone. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

const MOST_LINKS = 40

/** The real path of what is at an absolute path, or of what would be there once it is made: links that lead nowhere too. */
export function placeOnDisk(path: string, followed = 0): string {
  let at = '/'
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') at = dirname(at)
    else at = step(join(at, part), followed)
  }
  return at
}

function step(path: string, followed: number): string {
  try {
    return realpathSync.native(path)
  } catch {
    const target = linkTarget(path)
    return target === undefined || followed >= MOST_LINKS
      ? path
      : placeOnDisk(resolve(dirname(path), target), followed + 1)
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
