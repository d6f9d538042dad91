import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findPath } from '../graph.ts'
import { planImport } from './import-plan.ts'
import type { ImportedBrief } from './imported-brief.ts'

const brief = (key: string, more: Partial<ImportedBrief> = {}): ImportedBrief => ({
  key, title: key, spec: '', text: key, status: 'planned', dependsOn: [], labels: [], priority: 2, notes: [], ...more,
}) // biome-ignore format: a row
const plan = (...briefs: ImportedBrief[]) => planImport({ briefs, problems: [] }, new Map(), text => text)

it('epics come before their children, however deep', () => {
  const { make } = plan(brief('c', { parentKey: 'b' }), brief('d'), brief('b', { parentKey: 'a' }), brief('a'))
  expect(make.map(each => each.key)).toEqual(['a', 'b', 'c', 'd'])
})

it('a circle through an epic and its child is opened and named', () => {
  const { make, problems } = plan(
    brief('epic'),
    brief('child', { parentKey: 'epic', dependsOn: ['other'] }),
    brief('other', { dependsOn: ['epic', 'free'] }),
    brief('free'),
  )
  expect(make.find(each => each.key === 'other')?.dependsOn).toEqual(['free'])
  expect(problems).toEqual([{ where: 'other', problem: 'waiting for epic would close a circle; left out' }])
})

it('what is planned never waits for itself, and only circles cost a dependency', () => {
  const keys = ['a', 'b', 'c', 'd', 'e', 'f']
  const graph = fc.tuple(
    ...keys.map((_, at) =>
      fc.record({
        // A parent is always an earlier one, so that parents have no circle: the readers settle that.
        parent: fc.option(fc.integer({ min: 0, max: Math.max(0, at - 1) }), { nil: undefined }),
        needs: fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { maxLength: 4 }),
      }),
    ),
  )
  fc.assert(
    fc.property(graph, nodes => {
      const { make, problems } = plan(
        ...nodes.map(({ parent, needs }, at) =>
          brief(keys[at] ?? '', {
            parentKey: parent === undefined || at === 0 ? undefined : keys[parent],
            dependsOn: needs.filter(need => need !== at).map(need => keys[need] ?? ''),
          }),
        ),
      )
      const number = (key: string): number => keys.indexOf(key)
      const edges = new Map<number, number[]>(keys.map((_, at) => [at, []]))
      for (const each of make) {
        for (const key of each.dependsOn) edges.get(number(each.key))?.push(number(key))
        if (each.parentKey) edges.get(number(each.parentKey))?.push(number(each.key))
      }
      for (const [from, targets] of edges) for (const to of targets) expect(findPath(edges, to, from)).toBeUndefined()
      const asked = nodes.flatMap(({ needs }, at) => needs.filter(need => need !== at)).length
      expect(make.flatMap(each => each.dependsOn).length + problems.length).toBe(asked)
    }),
  )
})

it('what is longer or stranger than we keep is cut and named', () => {
  const { make, problems } = plan(
    brief('long', {
      title: `Two\nlines ${'x'.repeat(400)}`,
      text: 'a\0b',
      labels: ['y'.repeat(80), ' ', 'z'],
      status: 'in_review',
    }),
  )
  expect(make[0]).toMatchObject({ text: 'a\u2400b', labels: ['y'.repeat(60), 'z'], status: 'planned' })
  expect(make[0]?.title).toHaveLength(300)
  expect(make[0]?.title).not.toContain('\n')
  expect(problems.map(each => each.problem.split(' ').slice(0, 2).join(' '))).toEqual([
    'a label',
    'the title',
    'the text',
  ])
})
