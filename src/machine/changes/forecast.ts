// What live branches would do to each other and to MAIN if they landed, seen before they do.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isObjectId } from '../git/ref-name.ts'
import { type Merge, mergePairs, type Pair } from '../landing/merge-trees.ts'
import { type GitFailure, shown } from '../landing/plumbing.ts'
import type { BytePath } from '../rescue/read-tree.ts'
import { type Meeting, meetings } from './meeting.ts'
import { type Departure, departures, type Touch, touchesBetween } from './touched.ts'

/** What was found out before. Tips never change, so it holds; hand the same one in each time. */
export interface ForecastMemory {
  touches: Map<string, Touch[]>
  /** Conflicting paths by the two commits; empty when they merge. */
  merges: Map<string, BytePath[]>
}

export function newForecastMemory(): ForecastMemory {
  return { touches: new Map(), merges: new Map() }
}

export interface Overlap {
  /** Paths in conflict, or the paths that both touch when there is none. */
  files: string[]
  conflict: boolean
}

export type Forecast =
  | {
      outcome: 'forecast'
      /** Of each tip with MAIN, where they meet. */
      withMain: (Overlap & { tip: string })[]
      /** Of each two tips that meet. One that stands on the other meets it nowhere, nor do those that touch different paths. */
      pairs: (Overlap & { one: string; other: string })[]
      /** Tips that have no history in common with MAIN; nothing is said of them. */
      unrelated: string[]
      /** How many merges were tried, the others being known or ruled out. */
      tried: number
    }
  | GitFailure

/** Only pairs whose paths meet are merged, in a few processes, and nothing of it is kept in the repository. */
export async function forecast(wish: {
  gitDir: string
  onto: string
  tips: string[]
  memory: ForecastMemory
}): Promise<Forecast> {
  const { gitDir, onto, memory } = wish
  const bad = [onto, ...wish.tips].find(id => !isObjectId(id))
  if (bad !== undefined) return { outcome: 'failed', step: 'forecast', detail: `${bad} is not an object id` }
  const left = await departures(gitDir, onto, [...new Set(wish.tips)])
  if ('outcome' in left) return left
  const live = [...left].flatMap(([tip, { base, own }]) =>
    base === undefined || own.size === 0 ? [] : [{ tip, base, own }],
  )
  const touches = await touchesOf(gitDir, onto, live, memory)
  if ('outcome' in touches) return touches
  const asked = [...againstMain(onto, live, touches), ...againstEachOther(onto, live, touches)]
  const fresh = asked.filter(({ pair }) => !memory.merges.has(keyOf(pair)))
  const failure = await tryMerges(
    gitDir,
    onto,
    fresh.map(({ pair }) => pair),
    memory,
  )
  if (failure) return failure
  const answer = tell(onto, asked, memory)
  memory.touches = touches
  // What is no longer asked for is of branches that are gone.
  keepOnly(memory.merges, new Set(asked.map(({ pair }) => keyOf(pair))))
  const unrelated = [...left].filter(([, { base }]) => base === undefined).map(([tip]) => tip)
  return { outcome: 'forecast', ...answer, unrelated, tried: fresh.length }
}

interface Live extends Departure {
  tip: string
  base: string
}

/** By `from to`: each branch since its base, and MAIN since each base. */
type Touches = Map<string, Touch[]>

async function touchesOf(
  gitDir: string,
  onto: string,
  live: Live[],
  memory: ForecastMemory,
): Promise<Touches | GitFailure> {
  const bases = [...new Set(live.map(each => each.base))]
  const ranges = [...live.map(({ base, tip }) => ({ from: base, to: tip })), ...bases.map(from => ({ from, to: onto }))]
  const fresh = ranges.filter(range => !memory.touches.has(rangeKey(range)))
  const read = await touchesBetween(gitDir, fresh)
  if ('outcome' in read) return read
  const known = new Map(fresh.map((range, at) => [rangeKey(range), read[at] ?? []]))
  return new Map(ranges.map(rangeKey).map(key => [key, known.get(key) ?? memory.touches.get(key) ?? []]))
}

const rangeKey = ({ from, to }: { from: string; to: string }) => `${from} ${to}`

interface Question {
  pair: Pair
  shared: BytePath[]
  /** Paths that MAIN changed between the two bases: a conflict at one of them is MAIN's, not the other branch's. */
  mains: Set<BytePath>
}

function againstMain(onto: string, live: Live[], touches: Touches): Question[] {
  return live.flatMap(({ tip, base }) => {
    const sets = [touches.get(`${base} ${onto}`) ?? [], touches.get(`${base} ${tip}`) ?? []]
    return meetings(sets).map(({ paths }) => ({ pair: { ours: onto, theirs: tip }, shared: paths, mains: new Set() }))
  })
}

function againstEachOther(onto: string, live: Live[], touches: Touches): Question[] {
  const question = ({ one, other, paths }: Meeting): Question[] => {
    const [first, second] = [live[one], live[other]]
    if (!first || !second || first.own.has(second.tip) || second.own.has(first.tip)) return []
    return [
      { pair: { ours: first.tip, theirs: second.tip }, shared: paths, mains: mainsOf(onto, first, second, touches) },
    ]
  }
  return meetings(live.map(({ base, tip }) => touches.get(`${base} ${tip}`) ?? [])).flatMap(question)
}

/** What MAIN changed between two bases it also changed since one of them. */
function mainsOf(onto: string, first: Live, second: Live, touches: Touches): Set<BytePath> {
  if (first.base === second.base) return new Set()
  const since = [first, second].flatMap(({ base }) => touches.get(`${base} ${onto}`) ?? [])
  return new Set(since.map(touch => touch.path))
}

const keyOf = ({ ours, theirs }: Pair) => (ours < theirs ? `${ours} ${theirs}` : `${theirs} ${ours}`)

const AT_ONCE = 200

async function tryMerges(gitDir: string, onto: string, pairs: Pair[], memory: ForecastMemory) {
  if (pairs.length === 0) return undefined
  const objectFolder = await mkdtemp(join(tmpdir(), 'flower-forecast-'))
  try {
    for (let at = 0; at < pairs.length; at += AT_ONCE) {
      const some = pairs.slice(at, at + AT_ONCE)
      const merges = await mergePairs(gitDir, some, onto, { objectFolder })
      if ('outcome' in merges) return merges
      for (const [number, pair] of some.entries()) memory.merges.set(keyOf(pair), conflictingPaths(merges[number]))
    }
    return undefined
  } finally {
    await rm(objectFolder, { recursive: true, force: true })
  }
}

/** Some conflicts, such as a folder that moved, have no versions of a file, only words. */
function conflictingPaths(merge: Merge | undefined): BytePath[] {
  if (merge === undefined || merge.clean) return []
  const spoken = merge.words.filter(word => word.text.startsWith('CONFLICT')).flatMap(word => word.paths)
  return [...new Set([...merge.stages.map(stage => stage.path), ...spoken])]
}

function tell(onto: string, asked: Question[], memory: ForecastMemory) {
  const overlaps = asked.map(({ pair, shared, mains }) => {
    const conflicting = memory.merges.get(keyOf(pair)) ?? []
    const theirs = conflicting.filter(path => shared.includes(path) || !mains.has(path))
    const conflict = theirs.length > 0
    return { one: pair.ours, other: pair.theirs, files: (conflict ? theirs : shared).map(shown), conflict }
  })
  return {
    withMain: overlaps
      .filter(({ one }) => one === onto)
      .map(({ other, files, conflict }) => ({ tip: other, files, conflict })),
    pairs: overlaps.filter(({ one }) => one !== onto),
  }
}

function keepOnly<Value>(map: Map<string, Value>, keys: Set<string>): void {
  for (const key of map.keys()) if (!keys.has(key)) map.delete(key)
}
