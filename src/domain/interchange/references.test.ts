import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ImportedBrief, ImportProblem, PlacedBrief } from './imported-brief.ts'
import { settleReferences } from './references.ts'

function placed(key: string, dependsOn: string[] = [], parentKey?: string): PlacedBrief {
  const brief: ImportedBrief = {
    key,
    title: key,
    spec: '',
    text: key,
    status: 'planned',
    parentKey,
    dependsOn,
    labels: [],
    priority: 2,
    notes: [],
  }
  return { where: `at ${key}`, brief }
}

function settle(...items: PlacedBrief[]) {
  const { briefs, problems } = settleReferences(items, [])
  const links = Object.fromEntries(briefs.map(({ key, dependsOn, parentKey }) => [key, [dependsOn, parentKey]]))
  return { links, problems: problems.map(({ where, problem }: ImportProblem) => `${where}: ${problem}`) }
}

test('sound references stay, said twice or not', () => {
  const { links, problems } = settle(placed('a', ['b', 'b', 'c']), placed('b', ['c'], 'c'), placed('c'))
  expect(links).toEqual({ a: [['b', 'c'], undefined], b: [[], 'c'], c: [[], undefined] })
  expect(problems).toEqual(['at b: b depends on c, which it is a part of; left out'])
})

test('what points to nothing is named and left out', () => {
  const { links, problems } = settle(placed('a', ['gone', 'b'], 'away'), placed('b'))
  expect(links).toEqual({ a: [['b'], undefined], b: [[], undefined] })
  expect(problems).toEqual([
    'at a: a is a child of away, which was not read; left out',
    'at a: a depends on gone, which was not read; left out',
  ])
})

test('a circle of dependencies is left out whole, and what only leads to it stays', () => {
  const { links, problems } = settle(
    placed('a', ['b']),
    placed('b', ['c', 'e']),
    placed('c', ['d']),
    placed('d', ['b']),
    placed('e'),
    placed('f', ['f']),
  )
  expect(links).toEqual({
    a: [['b'], undefined],
    b: [['e'], undefined],
    c: [[], undefined],
    d: [[], undefined],
    e: [[], undefined],
    f: [[], undefined],
  })
  expect(problems.sort()).toEqual([
    'at b: b, c, d wait for each other; these dependencies are left out',
    'at f: f wait for each other; these dependencies are left out',
  ])
})

test('a circle of parents is left out whole', () => {
  const { links, problems } = settle(placed('a', [], 'b'), placed('b', [], 'a'), placed('c', [], 'a'))
  expect(links).toEqual({ a: [[], undefined], b: [[], undefined], c: [[], 'a'] })
  expect(problems).toEqual(['at a: a, b are their own ancestors; these parents are left out'])
})

test('a chain of many thousands is no obstacle', () => {
  const chain = Array.from({ length: 20_000 }, (_, number) =>
    placed(`k${number}`, number ? [`k${number - 1}`] : [`k19999`]),
  )
  const { briefs, problems } = settleReferences(chain, [])
  expect(problems).toHaveLength(1)
  expect(briefs.every(({ dependsOn }) => dependsOn.length === 0)).toBe(true)
})

test('whatever comes in, what goes out can be ordered and loses no dependency outside a circle', () => {
  const graph = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 20 })
  fc.assert(
    fc.property(graph, edges => {
      const items = Array.from({ length: 8 }, (_, key) =>
        placed(
          `${key}`,
          edges.filter(([from]) => from === key).map(([, to]) => `${to}`),
        ),
      )
      const before = new Map(items.map(({ brief }) => [brief.key, brief.dependsOn]))
      const { briefs } = settleReferences(items, [])
      const after = new Map(briefs.map(({ key, dependsOn }) => [key, dependsOn]))
      const reaches = (links: Map<string, string[]>, from: string, to: string, seen = new Set<string>()): boolean =>
        (links.get(from) ?? []).some(
          next => next === to || (!seen.has(next) && reaches(links, next, to, seen.add(next))),
        )
      for (const key of after.keys()) expect(reaches(after, key, key)).toBe(false)
      for (const [key, targets] of before) {
        for (const target of targets) {
          const circular = key === target || reaches(before, target, key)
          expect(after.get(key)?.includes(target)).toBe(!circular)
        }
      }
    }),
  )
})
