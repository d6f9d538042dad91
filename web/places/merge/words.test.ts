import { expect, test } from 'vitest'
import type { MergeView } from '#contract/shapes.ts'
import { gatesOf, type Verdict } from './gates-shown.ts'
import { few, ordinal, stateOf, takesBack, tookWords } from './words.ts'

const merge = (part: Partial<MergeView> = {}): MergeView => ({
  id: 7,
  briefId: 4,
  worktreeId: 3,
  branch: 'flower/4-roses',
  tip: 'a'.repeat(40),
  target: 'main',
  style: 'merge',
  priority: 2,
  status: 'queued',
  reason: null,
  attempts: 0,
  guarded: [],
  approvedBy: null,
  heldAt: null,
  submittedBy: 'operator:ada',
  submittedAt: '2026-07-04T12:00:00.000Z',
  movedAt: '2026-07-04T12:00:00.000Z',
  commits: [],
  landedCommit: null,
  project: 'garden',
  title: 'Roses',
  place: 2,
  ...part,
})

const verdict = (gate: string, outcome: Verdict['outcome'], part: Partial<Verdict> = {}): Verdict => ({
  tree: 't2',
  gate,
  definitionHash: 'd',
  toolchain: 'node 24',
  commit: 'c'.repeat(40),
  run: 1,
  outcome,
  summary: '',
  exitCode: 0,
  log: gate,
  lines: [],
  startedAt: '2026-07-04T12:00:00.000Z',
  asideAt: null,
  tookMs: 1_240,
  ...part,
})

test('where a submission stands is said in a word or two', () => {
  expect(stateOf(merge()).words).toBe('2nd')
  expect(stateOf(merge({ place: 1 })).words).toBe('next')
  expect(stateOf(merge({ place: 1, waits: 'MAIN is busy' }))).toEqual({ state: 'waits', words: 'waits, next' })
  expect(stateOf(merge({ status: 'testing' })).words).toBe('being tested')
  expect(stateOf(merge({ status: 'testing', waits: 'MAIN is busy' }))).toEqual({ state: 'waits', words: 'waits' })
  expect(stateOf(merge({ heldAt: 'a', waits: 'main is red by itself' })).words).toBe('held')
  expect(stateOf(merge({ guarded: ['gates'] })).words).toBe('waits for approval')
  expect(stateOf(merge({ guarded: ['gates'], approvedBy: 'operator:ada' })).words).toBe('2nd')
  expect(stateOf(merge({ status: 'conflict', guarded: ['gates'], place: null })).words).toBe('conflict')
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal).join(' ')).toBe(
    '1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 111th',
  )
})

test('the gates are those of MAIN in their order, with what the newest tree was told', () => {
  const newest = [verdict('test', 'flaky', { run: 2 }), verdict('test', 'failed'), verdict('types', 'passed')]
  const older = [verdict('walls', 'failed', { tree: 't1' })]
  const shown = gatesOf(['types', 'walls', 'test', 'docs'], [...newest, ...older], merge({ status: 'testing' }))
  expect(shown.map(({ name, state, note }) => [name, state, note])).toEqual([
    ['types', 'done', '1.2s'],
    ['walls', 'running', 'runs'],
    ['test', 'done', '1.2s on retry, a flake'],
    ['docs', 'queued', ''],
  ])
})

test('nothing runs once a gate is red, or while nothing is tested', () => {
  const red = gatesOf(['types', 'test'], [verdict('types', 'timed_out')], merge({ status: 'testing' }))
  expect(red.map(({ state, note }) => [state, note])).toEqual([
    ['failed', 'red: out of time'],
    ['queued', ''],
  ])
  expect(gatesOf(['types'], [], merge()).map(each => each.state)).toEqual(['queued'])
  // What MAIN has no more is shown as it was judged.
  expect(gatesOf([], [verdict('test', 'passed'), verdict('types', 'passed')], merge()).map(each => each.name)).toEqual([
    'types',
    'test',
  ])
})

test('few words stand for many', () => {
  expect(few(['a', 'b'])).toBe('a, b')
  expect(few(['a', 'b', 'c', 'd'], 9)).toBe('a, b, c and 6 more')
  expect([900, 59_400, 108_000].map(tookWords)).toEqual(['0.9s', '59s', '1m 48s'])
  expect([takesBack('flower/revert-m43'), takesBack('flower/43-revert-m1'), takesBack('flower/revert-m0')]).toEqual([
    43,
    undefined,
    undefined,
  ])
})
