import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Edges, findPath, wavesOf } from './graph.ts'

const most = 12
const edgeList = fc.array(fc.tuple(fc.integer({ min: 1, max: most }), fc.integer({ min: 1, max: most })), {
  maxLength: 30,
})
const members = Array.from({ length: most }, (_, at) => at + 1)

function edgesOf(list: [number, number][]): Edges {
  return new Map(
    Array.from(
      Map.groupBy(list, ([from]) => from),
      ([from, all]) => [from, all.map(([, to]) => to)],
    ),
  )
}

/** Everything that can be reached, found the slow way: by adding neighbours until nothing is added. */
function reachable(edges: Edges, from: number): Set<number> {
  const reached = new Set([from])
  for (let size = 0; size !== reached.size; ) {
    size = reached.size
    for (const at of reached) for (const next of edges.get(at) ?? []) reached.add(next)
  }
  return reached
}

describe('paths between Briefs', () => {
  it('are found exactly where there are some, and walk along the edges', () => {
    fc.assert(
      fc.property(edgeList, fc.constantFrom(...members), fc.constantFrom(...members), (list, from, to) => {
        const edges = edgesOf(list)
        const path = findPath(edges, from, to)
        expect(path !== undefined).toBe(reachable(edges, from).has(to))
        if (!path) return
        expect([path[0], path.at(-1)]).toEqual([from, to])
        for (let at = 1; at < path.length; at++) expect(edges.get(path[at - 1] ?? 0)).toContain(path[at])
      }),
    )
  })

  it('tell exactly the edges that would close a circle', () => {
    fc.assert(
      fc.property(edgeList, list => {
        const edges: Edges = new Map()
        for (const [from, to] of list) {
          if (findPath(edges, to, from)) continue
          edges.set(from, [...(edges.get(from) ?? []), to])
        }
        for (const id of members) {
          for (const next of edges.get(id) ?? []) expect(findPath(edges, next, id)).toBeUndefined()
        }
        expect([...wavesOf(members, edges).keys()].sort((a, b) => a - b)).toEqual(members)
      }),
    )
  })
})

describe('waves', () => {
  it('put everybody behind all that they wait for, and no later than needed', () => {
    fc.assert(
      fc.property(edgeList, list => {
        const edges = edgesOf(list.filter(([from, to]) => from > to))
        const waves = wavesOf(members, edges)
        for (const id of members) {
          const before = (edges.get(id) ?? []).map(each => waves.get(each) ?? Number.NaN)
          expect(waves.get(id)).toBe(1 + Math.max(0, ...before))
        }
      }),
    )
  })

  it('leave out those in a circle and those behind it, and heed no outsider', () => {
    expect(
      wavesOf(
        [1, 2, 3, 4],
        new Map([
          [1, [2]],
          [2, [1]],
          [3, [1]],
          [4, [9]],
        ]),
      ),
    ).toEqual(new Map([[4, 1]]))
  })
})
