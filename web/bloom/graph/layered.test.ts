import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GraphInput, layOutGraph } from './layered.ts'

const node = (id: number, parentId: number | null = null, ...dependsOn: number[]): GraphInput => ({
  id,
  parentId,
  dependsOn,
})
const columns = (nodes: GraphInput[], most = 100) => {
  const { places } = layOutGraph(nodes, most)
  return Object.fromEntries([...places].map(([id, { column }]) => [id, column]))
}

test('an epic stands first, its children in the waves in which they can be worked on', () => {
  const nodes = [node(4), node(27, 4), node(28, 4), node(29, 4, 27), node(30, 4, 28), node(31, 4, 29, 30)]
  expect(columns(nodes)).toEqual({ 4: 0, 27: 1, 28: 1, 29: 2, 30: 2, 31: 3 })
  expect(
    layOutGraph(nodes, 100)
      .edges.filter(edge => edge.kind === 'epic')
      .map(edge => edge.to),
  ).toEqual([27, 28])
})

test('what waits without an epic begins with the first wave where there are epics, and at once where there are none', () => {
  expect(columns([node(1), node(2, 1), node(8), node(9, null, 8)])).toEqual({ 1: 0, 2: 1, 8: 1, 9: 2 })
  expect(columns([node(8), node(9, null, 8)])).toEqual({ 8: 0, 9: 1 })
  expect(layOutGraph([node(8), node(9, null, 8)], 100).hasEpics).toBe(false)
})

test('an epic in an epic has its own children behind it', () => {
  expect(columns([node(1), node(2, 1), node(3, 2)])).toEqual({ 1: 0, 2: 1, 3: 2 })
})

test('what belongs to nothing is named and not drawn, and what the filter leaves out draws no line', () => {
  const { places, alone, edges } = layOutGraph([node(1), node(2, 99, 98), node(3), node(4, null, 3)], 100)
  expect([...places.keys()]).toEqual([3, 4])
  expect(alone).toEqual([1, 2])
  expect(edges).toEqual([{ from: 3, to: 4, kind: 'needs' }])
})

test('no more are drawn than there is room for, and the rest is told', () => {
  const chain = Array.from({ length: 300 }, (_, place) => node(place + 1, null, ...(place === 0 ? [] : [place])))
  const { places, left } = layOutGraph(chain, 120)
  expect(places.size).toBe(120)
  expect(left).toHaveLength(180)
})

test('a circle ends, and no two stand in the same place, whatever waits for whatever', () => {
  const graph = fc.array(
    fc.tuple(fc.option(fc.integer({ min: 1, max: 30 })), fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 4 })),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(graph, parts => {
      const nodes = parts.map(([parentId, dependsOn], place) => ({ id: place + 1, parentId, dependsOn }))
      const { places, alone, left, columns, rows } = layOutGraph(nodes, 20)
      expect(places.size + alone.length + left.length).toBe(nodes.length)
      const taken = [...places.values()].map(({ column, row }) => `${column} ${row}`)
      expect(new Set(taken).size).toBe(taken.length)
      for (const { column, row } of places.values()) {
        expect(column).toBeLessThan(columns)
        expect(row).toBeLessThan(rows)
      }
    }),
  )
})
