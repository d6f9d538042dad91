/** What keeps an agent from writing MAIN by the system's own means, and what of MAIN that covers. */

/** From the strongest to none. */
export const sealTiers = ['bubblewrap', 'bind', 'landlock', 'none'] as const
export type SealTier = (typeof sealTiers)[number]

/**
 * `files`: what MAIN's files hold, and which there are; `modes`: their permissions and times; `head`: the branch that MAIN is
 * on; `index`: what is staged there; `branch`: the commit of MAIN's branch, loose or packed; `hooks` and `settings`: of the
 * repository; `history`: packed objects; `objects`: loose objects; `branches`: those of other worktrees.
 */
export const mainParts = [
  'files',
  'modes',
  'head',
  'index',
  'branch',
  'hooks',
  'settings',
  'history',
  'objects',
  'branches',
] as const
export type MainPart = (typeof mainParts)[number]

export interface Coverage {
  /** Can't be changed by a sealed agent or anything that it starts. */
  prevents: MainPart[]
  /** A change is noticed within seconds and can be taken back. */
  detects: MainPart[]
  /** Neither. git needs to write there for a commit in a linked worktree; `git fsck` would tell of a loss. */
  leaves: MainPart[]
}

/** Where nothing seals, the watch still sees all but what no checkout shows. */
export const coverageOf: Record<SealTier, Coverage> = {
  bubblewrap: coverage('files', 'modes', 'head', 'index', 'branch', 'hooks', 'settings', 'history'),
  bind: coverage('files', 'modes', 'head', 'index', 'branch', 'hooks', 'settings', 'history'),
  // The kernel's list of what it refuses has no permissions in it, and its rules can't close again what they opened.
  landlock: coverage('files', 'head', 'index', 'branch', 'hooks', 'settings'),
  none: coverage(),
}

function coverage(...prevents: MainPart[]): Coverage {
  const unseen: MainPart[] = ['history', 'objects', 'branches']
  const open = mainParts.filter(part => !prevents.includes(part))
  return {
    prevents,
    detects: open.filter(part => !unseen.includes(part)),
    leaves: open.filter(part => unseen.includes(part)),
  }
}
