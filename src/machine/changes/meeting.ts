// Which branches can get in each other's way at all, told from the paths that they touch.

import type { BytePath } from '../rescue/read-tree.ts'
import type { Touch } from './touched.ts'

/** Two of the sets, by their places in the list, with the paths at which they meet. */
export interface Meeting {
  one: number
  other: number
  paths: BytePath[]
}

/**
 * Every two sets of touched paths that meet. Two that don't can be merged without a conflict: they share no path, none has a
 * file where the other has a folder, and none adds to a folder from which the other moves files away, as git then moves
 * what was added along.
 */
export function meetings(sets: Touch[][]): Meeting[] {
  const touching = new Map<BytePath, Set<number>>()
  const leaving = new Map<BytePath, Set<number>>()
  for (const [at, set] of sets.entries()) {
    for (const { path } of set) addTo(touching, path, at)
    const removed = set.filter(touch => touch.how === 'removed')
    for (const folder of removed.flatMap(({ path }) => leftFolders(path))) addTo(leaving, folder, at)
  }
  const found = new Map<string, { one: number; other: number; paths: Set<BytePath> }>()
  const meet = (one: number, others: Iterable<number>, path: BytePath) => {
    for (const other of others) {
      if (one === other) continue
      const pair = { one: Math.min(one, other), other: Math.max(one, other) }
      const meeting = found.get(`${pair.one} ${pair.other}`) ?? { ...pair, paths: new Set() }
      meeting.paths.add(path)
      found.set(`${pair.one} ${pair.other}`, meeting)
    }
  }
  for (const [at, set] of sets.entries())
    for (const touch of set) meet(at, othersAt(touch, touching, leaving), touch.path)
  return [...found.values()].map(meeting => ({ ...meeting, paths: [...meeting.paths] }))
}

/** All sets that this touch of a path meets. */
function othersAt({ path, how }: Touch, touching: Map<BytePath, Set<number>>, leaving: Map<BytePath, Set<number>>) {
  const same = touching.get(path) ?? []
  if (how !== 'added') return same
  const above = foldersAbove(path)
  const inFolders = above.flatMap(folder => [...(touching.get(folder) ?? []), ...(leaving.get(folder) ?? [])])
  return [...same, ...inFolders, ...(above.length === 0 ? (leaving.get('') ?? []) : [])]
}

/** `a` and `a/b` for `a/b/c`. */
function foldersAbove(path: BytePath): BytePath[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}

/** The root counts only for what lies in it itself. */
function leftFolders(path: BytePath): BytePath[] {
  const above = foldersAbove(path)
  return above.length === 0 ? [''] : above
}

function addTo(map: Map<BytePath, Set<number>>, key: BytePath, value: number): void {
  const values = map.get(key) ?? new Set()
  map.set(key, values.add(value))
}
