/** What a worktree may be called, and the part of a path that its name stands for. */
import { plainLetters, slugOf } from '../text.ts'

const longest = 100

// Device names that one system keeps for itself, whatever the ending.
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/

/** What MAIN is called where worktrees are. */
export const nameOfMain = 'main'

/**
 * Whether it is a name that git, a shell, a host and every disk read as the same: lower-case ASCII letters, digits, `.`, `_`,
 * `-` and `/`, such as `feat/a-b`. No capitals, so that no two names are one on a case-blind disk. `main` is MAIN's, and so is
 * what would lie below it: its rescues are kept there.
 */
export function isWorktreeName(name: string): boolean {
  if (name === nameOfMain || name.startsWith(`${nameOfMain}/`)) return false
  if (name.length > longest || !/^[a-z0-9][a-z0-9._/-]*$/.test(name) || name.includes('..')) return false
  return name.split('/').every(part => part !== '' && !/^[.-]|\.$|\.lock$/.test(part) && !reserved.test(part))
}

/** Why a name is refused, in words. */
export const nameRule = `has to be lower-case letters, digits, \`.\`, \`_\`, \`-\` and \`/\`, at most ${longest}, such as 4-water-roses, and not main, which is MAIN, or a word such as con or nul that Windows keeps for itself`

/** Injective: `+` is in no name. */
export const segmentOf = (name: string): string => name.replaceAll('/', '+')

/** Where the worktree has its folder below the `root` of its project. Two names never share one, and none lies in another's. */
export const pathOf = (root: string, name: string): string => `${root}/${segmentOf(name)}`

/** Left free for a number, should the name be taken. */
const numbering = 10

/** A branch as a name: what isn't in a name becomes a dash. `flower/4-roses` is called `4-roses`. */
export function nameForBranch(branch: string): string {
  const name = plainLetters(branch.replace(/^flower\//, ''))
    .replace(/[^a-z0-9._/-]+/g, '-')
    .replace(/(^|\/)[.-]+/g, '$1')
    .slice(0, longest - numbering)
    .replace(/[./-]+$/, '')
  return isWorktreeName(name) ? name : `branch-${slugOf(branch)}`
}
