// Settles what Briefs say of each other: what points nowhere, twice or in a circle is named and left out, never guessed.

import type { ImportProblem, ImportReading, PlacedBrief } from './imported-brief.ts'

/** The Briefs with only sound parents and dependencies. Of two with one key, the first stays. */
export function settleReferences(placed: PlacedBrief[], problems: ImportProblem[]): ImportReading {
  const byKey = new Map<string, PlacedBrief>()
  for (const item of placed) {
    const first = byKey.get(item.brief.key)
    if (first)
      problems.push({ where: item.where, problem: `${item.brief.key} was already read at ${first.where}; left out` })
    else byKey.set(item.brief.key, item)
  }
  dropUnknown(byKey, problems)
  dropParentCircles(byKey, problems)
  dropDependenciesOnAncestors(byKey, problems)
  dropDependencyCircles(byKey, problems)
  return { briefs: [...byKey.values()].map(({ brief }) => brief), problems }
}

function dropUnknown(byKey: Map<string, PlacedBrief>, problems: ImportProblem[]): void {
  for (const { brief, where } of byKey.values()) {
    const isKnown = (key: string, relation: string) => {
      if (byKey.has(key)) return true
      problems.push({ where, problem: `${brief.key} ${relation} ${key}, which was not read; left out` })
      return false
    }
    if (brief.parentKey !== undefined && !isKnown(brief.parentKey, 'is a child of')) delete brief.parentKey
    brief.dependsOn = [...new Set(brief.dependsOn)].filter(key => isKnown(key, 'depends on'))
  }
}

function dropParentCircles(byKey: Map<string, PlacedBrief>, problems: ImportProblem[]): void {
  const parentsOf = (key: string) => {
    const parent = byKey.get(key)?.brief.parentKey
    return parent === undefined ? [] : [parent]
  }
  for (const circle of findCircles([...byKey.keys()], parentsOf)) {
    problems.push({
      where: placeOf(byKey, circle),
      problem: `${nameCircle(circle)} are their own ancestors; these parents are left out`,
    })
    for (const key of circle) delete byKey.get(key)?.brief.parentKey
  }
}

/** A parent is done once its children are, so a child that waits for it would wait for ever. */
function dropDependenciesOnAncestors(byKey: Map<string, PlacedBrief>, problems: ImportProblem[]): void {
  for (const { brief, where } of byKey.values()) {
    if (brief.dependsOn.length === 0) continue
    const ancestors = new Set<string>()
    for (let key = brief.parentKey; key !== undefined; key = byKey.get(key)?.brief.parentKey) ancestors.add(key)
    brief.dependsOn = brief.dependsOn.filter(key => {
      if (!ancestors.has(key)) return true
      problems.push({ where, problem: `${brief.key} depends on ${key}, which it is a part of; left out` })
      return false
    })
  }
}

function dropDependencyCircles(byKey: Map<string, PlacedBrief>, problems: ImportProblem[]): void {
  const dependenciesOf = (key: string) => byKey.get(key)?.brief.dependsOn ?? []
  for (const circle of findCircles([...byKey.keys()], dependenciesOf)) {
    problems.push({
      where: placeOf(byKey, circle),
      problem: `${nameCircle(circle)} wait for each other; these dependencies are left out`,
    })
    const within = new Set(circle)
    for (const key of circle) {
      const brief = byKey.get(key)?.brief
      if (brief) brief.dependsOn = brief.dependsOn.filter(other => !within.has(other))
    }
  }
}

function placeOf(byKey: Map<string, PlacedBrief>, [first = '']: string[]): string {
  return byKey.get(first)?.where ?? first
}

function nameCircle(keys: string[]): string {
  const named = keys.slice(0, 10).join(', ')
  return keys.length > 10 ? `${named} and ${keys.length - 10} more` : named
}

/**
 * The groups of keys that reach each other (strongly connected; also a key that points to itself), by Kosaraju's two
 * walks. With our own stack, as an import may be a chain of thousands.
 */
function findCircles(keys: string[], targetsOf: (key: string) => string[]): string[][] {
  const sourcesOf = new Map<string, string[]>(keys.map(key => [key, []]))
  for (const key of keys) for (const target of targetsOf(key)) sourcesOf.get(target)?.push(key)
  const seen = new Set<string>()
  const finished = keys.flatMap(key => walkFrom(key, targetsOf, seen))
  const grouped = new Set<string>()
  const circles: string[][] = []
  for (const key of finished.reverse()) {
    const group = walkFrom(key, source => sourcesOf.get(source) ?? [], grouped)
    if (group.length > 1 || (group.length === 1 && targetsOf(key).includes(key))) circles.push(group.sort())
  }
  return circles
}

/** What is reached from `start` and was not seen before, each after everything that it reaches. */
function walkFrom(start: string, targetsOf: (key: string) => string[], seen: Set<string>): string[] {
  if (seen.has(start)) return []
  seen.add(start)
  const order: string[] = []
  const path = [{ key: start, rest: targetsOf(start).values() }]
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const { value: next, done } = top.rest.next()
    if (done) {
      order.push(top.key)
      path.pop()
    } else if (!seen.has(next)) {
      seen.add(next)
      path.push({ key: next, rest: targetsOf(next).values() })
    }
  }
  return order
}
