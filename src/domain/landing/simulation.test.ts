import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Driver } from '../../../test/queue/driver.ts'
import { anyHappening, type HappeningAt } from '../../../test/queue/happening.ts'
import { type Branch, type Nature, type Pair, World } from '../../../test/queue/world.ts'

const gates = [
  { name: 'test', definitionHash: 'a', retries: 1 },
  { name: 'lint', definitionHash: 'b', retries: 0 },
]

const branch = (nature: Nature, style: Branch['style'] = 'merge', gate = 0): Branch => ({ nature, style, gate })

const allAtOnce = (branches: readonly Branch[]): HappeningAt[] =>
  branches.map(each => ({ what: 'submit', branch: each, priority: 2, after: null, at: 0 }))

const numbered = (driver: Driver, status: string) =>
  driver.submissions.filter(each => each.status === status).map(({ id }) => id)

const anyPair: fc.Arbitrary<Pair> = fc.record({
  of: fc.constantFrom('text' as const, 'meaning' as const),
  one: fc.integer({ min: 1, max: 12 }),
  other: fc.integer({ min: 1, max: 12 }),
})

test('whatever happens meanwhile, the queue comes to rest with every rule kept', () => {
  const moments = fc.array(fc.tuple(anyHappening, fc.nat(60)), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(moments, fc.array(anyPair, { maxLength: 6 }), (happenings, pairs) => {
      const apart = pairs.filter(({ one, other }) => one !== other)
      const driver = new Driver(
        new World(apart, gates),
        happenings.map(([happening, at]) => ({ ...happening, at })),
      )
      driver.runToRest()
      driver.assertAtRest()
    }),
    { numRuns: 500 },
  )
})

const mixed = (bad: readonly number[]) =>
  Array.from({ length: 30 }, (_, at) => branch(bad.includes(at) ? 'bad' : 'good'))

test('of thirty branches with three bad ones, 27 land and three are sent back, with 28 runs of the gate', () => {
  const driver = new Driver(new World([], gates.slice(0, 1)), allAtOnce(mixed([4, 13, 22])))
  driver.runToRest()
  driver.assertAtRest()
  expect(numbered(driver, 'landed')).toHaveLength(27)
  expect(numbered(driver, 'ejected')).toEqual([5, 14, 23])
  expect(driver.verdicts).toHaveLength(28)
  expect(driver.acts.land).toBeLessThanOrEqual(8)
})

test('wherever the three bad ones stand, it takes no more runs than each branch by itself would', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(29), { minLength: 3, maxLength: 3 }), bad => {
      const driver = new Driver(new World([], gates.slice(0, 1)), allAtOnce(mixed(bad)))
      driver.runToRest()
      driver.assertAtRest()
      expect(numbered(driver, 'ejected')).toEqual(bad.map(at => at + 1).sort((a, b) => a - b))
      expect(numbered(driver, 'landed')).toHaveLength(27)
      expect(driver.verdicts.length).toBeLessThanOrEqual(33)
    }),
    { numRuns: 60 },
  )
})

test('thirty good ones take five runs, of which the first judges the one that was there before the others', () => {
  const driver = new Driver(new World([], gates.slice(0, 1)), allAtOnce(mixed([])))
  driver.runToRest()
  expect(driver.verdicts).toHaveLength(5)
  expect(driver.acts.land).toBe(5)
})

test('two branches that are good alone and red together: one lands, the other comes back with the log', () => {
  const driver = new Driver(
    new World([{ of: 'meaning', one: 1, other: 2 }], gates),
    allAtOnce([branch('good'), branch('good')]),
  )
  driver.runToRest()
  driver.assertAtRest()
  expect(numbered(driver, 'landed')).toEqual([1])
  const [sent] = driver.sentBack
  expect(sent?.submission).toMatchObject({ id: 2, status: 'ejected', reason: 'Gate test: failed.' })
  expect(sent?.fault).toMatchObject({ of: 'red', verdict: { outcome: 'failed', log: expect.stringMatching(/^run-/) } })
})

test('neither a hang nor a gate that is always void nor a conflict at the head keeps the others from landing', () => {
  const branches = [branch('hangs'), branch('voids'), branch('gone'), branch('good'), branch('good'), branch('good')]
  const driver = new Driver(new World([{ of: 'text', one: 4, other: 5 }], gates), allAtOnce(branches))
  driver.runToRest()
  driver.assertAtRest()
  expect(numbered(driver, 'landed')).toEqual([4, 6])
  expect(numbered(driver, 'ejected')).toEqual([1, 2, 3])
  expect(numbered(driver, 'conflict')).toEqual([5])
  const voids = driver.verdicts.filter(({ outcome }) => outcome === 'void')
  expect(new Set(voids.map(({ tree }) => tree)).size * 2).toBe(voids.length)
})

test('a flake is run once more, shown as a flake, and lands', () => {
  const driver = new Driver(new World([], gates.slice(0, 1)), allAtOnce([branch('flaky')]))
  driver.runToRest()
  expect(driver.verdicts.map(({ outcome, run }) => [outcome, run])).toEqual([
    ['failed', 1],
    ['flaky', 2],
  ])
  expect(driver.proofs).toMatchObject([{ gates: [{ gate: 'test', verdict: 'flaky' }] }])
})

test('on a MAIN that somebody made red nobody is sent back for it, and what mends it lands all that waited', () => {
  const world = new World([], gates)
  const driver = new Driver(world, [
    { what: 'by hand', how: 'bad by hand', at: 0 },
    ...allAtOnce([branch('good'), branch('good'), branch('bad')]),
  ])
  driver.runToRest()
  driver.assertAtRest()
  expect(driver.acts.hold).toBe(3)
  expect(numbered(driver, 'landed')).toEqual([1, 2])
  expect(numbered(driver, 'ejected')).toEqual([3])
})

test('a commit that a person puts on MAIN while others are judged is kept, is judged, and nothing is lost', () => {
  const later: HappeningAt[] = [{ what: 'by hand', how: 'good', at: 2 }]
  const driver = new Driver(new World([], gates), [...allAtOnce([branch('good'), branch('good')]), ...later])
  driver.runToRest()
  driver.assertAtRest()
  expect(numbered(driver, 'landed')).toEqual([1, 2])
  const byHand = driver.history.find(each => each.byHand)
  expect(driver.verdicts.filter(({ tree }) => tree === byHand?.tree).map(({ outcome }) => outcome)).toEqual([
    'passed',
    'passed',
  ])
})

test('a rebase whose commits are not green one by one comes back; as a merge the same branch lands', () => {
  const driver = new Driver(
    new World([], gates),
    allAtOnce([branch('wip', 'rebase'), branch('wip'), branch('good', 'rebase')]),
  )
  driver.runToRest()
  driver.assertAtRest()
  expect(numbered(driver, 'ejected')).toEqual([1])
  expect(numbered(driver, 'landed')).toEqual([2, 3])
  expect(driver.submissions[2]?.commits).toHaveLength(2)
})
