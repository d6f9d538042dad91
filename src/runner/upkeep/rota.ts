/**
 * Whose turn it is to be looked at: at once where git has moved something, and else the more seldom the longer nothing was
 * found to change. Reading the signs of it starts no process.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Standing } from '#domain/worktree/worktree.ts'
import { registrationNamedBy } from '#machine/worktree/registration.ts'
import type { Item } from '../errand.ts'

export type Rota = {
  /** Those that are due, the longest not looked at first. Each call is a round. */
  due: (items: readonly Item[]) => Promise<Due[]>
  /** What a look at one of them found. */
  looked: (due: Due, found: Standing) => void
}

export type Due = {
  item: Item
  /** The files by which git's own part would show a change. */
  signs: string
  /** How it stood when it was last looked at, where the signs are the same since. */
  still: Standing | null
}

/** Rounds until the next look, each time that nothing has changed. */
const rests = [1, 2, 4, 8, 16]

type Known = { signs: string; found: string; standing: Standing; calm: number; next: number }

export function makeRota(): Rota {
  const known = new Map<number, Known>()
  let round = 0

  return {
    due: async items => {
      round += 1
      const living = new Set(items.map(each => each.worktree.id))
      for (const id of known.keys()) if (!living.has(id)) known.delete(id)
      const due: Due[] = []
      for (const item of items) {
        const before = known.get(item.worktree.id)
        const signs = await signsOf(item)
        const isStill = before?.signs === signs
        if (!isStill || before.next <= round) due.push({ item, signs, still: isStill ? before.standing : null })
      }
      return due.toSorted((a, b) => (seenAt(a.item) < seenAt(b.item) ? -1 : 1))
    },
    looked: ({ item, signs }, standing) => {
      const { at: _, ...rest } = standing
      const found = JSON.stringify(rest)
      const before = known.get(item.worktree.id)
      const calm = before?.found === found ? Math.min(before.calm + 1, rests.length - 1) : 0
      known.set(item.worktree.id, { signs, found, standing, calm, next: round + (rests[calm] ?? 1) })
    },
  }
}

const seenAt = ({ worktree }: Item): string => worktree.standing?.at ?? ''

/** HEAD, index and log of the worktree; MAIN's branch, all refs that are packed, and what was fetched. */
async function signsOf({ worktree, project }: Item): Promise<string> {
  const { gitDir, primaryBranch } = project
  const own = (await registrationNamedBy(gitDir, worktree.path))?.ownGitDir
  if (own === undefined) return `none, ${worktree.movedAt}`
  const files = [
    ...['HEAD', 'index', join('logs', 'HEAD')].map(name => join(own, name)),
    ...[join('refs', 'heads', primaryBranch), 'packed-refs', join('reftable', 'tables.list'), 'FETCH_HEAD'].map(name =>
      join(gitDir, name),
    ),
  ]
  const signs = await Promise.all(files.map(signOf))
  return [worktree.movedAt, ...signs].join(' ')
}

async function signOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  return found ? `${found.ino}:${found.size}:${found.mtimeMs}` : '-'
}
