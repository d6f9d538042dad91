import { expect, test } from 'vitest'
import { operationNames } from '#contract/catalogue.ts'
import { partsOf, plainly } from './said-parts.ts'

test('a call in a sentence becomes words that lead to it, with what it is called with', () => {
  expect(partsOf('Complete it with brief.setStatus {briefId: 5, status: "complete"}.')).toEqual([
    { kind: 'plain', text: 'Complete it with ' },
    { kind: 'operation', name: 'brief.setStatus', says: 'set status', input: { briefId: 5, status: 'complete' } },
    { kind: 'plain', text: '.' },
  ])
})

test('a call within a call’s input, one without any, and one in backticks', () => {
  expect(
    partsOf('`project.show` says so; brief.configure {budget: {tokens: 1}} or main.rescue moves them.').flatMap(part =>
      part.kind === 'operation' ? [[part.name, part.input]] : [],
    ),
  ).toEqual([
    ['project.show', {}],
    ['brief.configure', { budget: { tokens: 1 } }],
    ['main.rescue', {}],
  ])
})

test.each([
  ['brief.relate {briefId: 5, removeDependsOn} helps.', { briefId: 5 }],
  ['Call agent.message {agent: "agent:builder-1", body}.', { agent: 'agent:builder-1' }],
  ['Call merge.submit {worktreeId}.', {}],
])('a part that is still to be filled leaves the rest as it is: %s', (text, input) => {
  expect(partsOf(text).flatMap(part => (part.kind === 'operation' ? [part.input] : []))).toEqual([input])
})

test('a time inside a sentence is a time', () => {
  expect(partsOf('It waits until 2026-07-04T14:31:58.123Z (usage_limit).')).toEqual([
    { kind: 'plain', text: 'It waits until ' },
    { kind: 'time', at: '2026-07-04T14:31:58.123Z' },
    { kind: 'plain', text: ' (usage_limit).' },
  ])
})

test.each(['main.ts is changed', 'src/main.rescue/x', 'see flower.yaml', 'file.close() fails', 'agent.example.com'])(
  '%s names no operation',
  text => {
    expect(partsOf(text)).toEqual([{ kind: 'plain', text }])
  },
)

test('what is to be typed keeps its machine voice', () => {
  expect(partsOf('Open `flower open`')).toEqual([
    { kind: 'plain', text: 'Open ' },
    { kind: 'code', text: 'flower open' },
  ])
})

test('where nothing can be pressed, a sentence still names no call', () => {
  expect(plainly('There is no Brief #4. See `flower ls` or recall.briefs {limit: 3}.')).toBe(
    'There is no Brief #4. See flower ls or the list of Briefs.',
  )
})

test('every operation of the contract is found by its name', () => {
  const lost = operationNames.filter(name => partsOf(name)[0]?.kind !== 'operation')
  expect(lost).toEqual([])
})
