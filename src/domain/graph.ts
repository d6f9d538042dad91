/** Dependencies, parents and waves. Edges point from a Brief to what it waits for. */

/** `waitsFor`: what a Brief depends on, and an epic's children, because an epic is complete only after them. */
export type Edges = Map<number, number[]>

/** A path `from → … → to` along the edges, or undefined. Used to name the circle that a new edge `to → from` would close. */
export function findPath(edges: Edges, from: number, to: number): number[] | undefined {
  const cameFrom = new Map<number, number>([[from, from]])
  const queue = [from]
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    if (at === to) return pathTo(cameFrom, from, to)
    for (const next of edges.get(at) ?? []) {
      if (cameFrom.has(next)) continue
      cameFrom.set(next, at)
      queue.push(next)
    }
  }
  return undefined
}

function pathTo(cameFrom: Map<number, number>, from: number, to: number): number[] {
  const path = [to]
  for (let at = to; at !== from; ) {
    at = cameFrom.get(at) ?? from
    path.unshift(at)
  }
  return path
}

/**
 * The wave of each member: 1 where it depends on no other member, else one more than the latest that it waits for.
 * Edges to outsiders don't count. Members in a circle get no wave.
 */
export function wavesOf(members: number[], dependsOn: Edges): Map<number, number> {
  const inside = new Set(members)
  const waves = new Map<number, number>()
  let waiting = members
  while (waiting.length > 0) {
    const ready = waiting.filter(id => (dependsOn.get(id) ?? []).every(each => !inside.has(each) || waves.has(each)))
    if (ready.length === 0) return waves
    for (const id of ready) {
      const before = (dependsOn.get(id) ?? []).filter(each => inside.has(each)).map(each => waves.get(each) ?? 0)
      waves.set(id, 1 + Math.max(0, ...before))
    }
    waiting = waiting.filter(id => !waves.has(id))
  }
  return waves
}
