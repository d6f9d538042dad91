import { expect, test } from 'vitest'
import { wordEvent } from './catalogue.ts'

const words = (type: string, payload: object): string => wordEvent(type, payload).words

test('one comment is one, and none is not told', () => {
  expect(words('changes_asked', { body: '', comments: 1 })).toBe('with 1 comment')
  expect(words('verdict_given', { dispatchId: 2, verdict: 'changes', body: '', comments: 1 })).toBe(
    'changes on d2, with 1 comment',
  )
  expect(words('verdict_given', { dispatchId: 2, verdict: 'changes', body: '', comments: 3 })).toContain('3 comments')
  expect(words('verdict_given', { dispatchId: 2, verdict: 'pass', body: '', comments: 0 })).toBe('pass on d2')
})

test('why an attempt ended and how a line was judged are told in words', () => {
  const ended = { dispatchId: 2, attempt: 1, outcome: 'failed', reason: 'gate_failed' }
  expect(words('attempt_ended', ended)).toBe('d2, attempt 1: failed, gate failed')
  expect(words('line_judged', { branch: 'main', commit: '48c0a128100cff', green: true })).toBe(
    'green: 48c0a128100c of main, which came from outside',
  )
})

test('settings are told in words, also what is taken away and what has parts', () => {
  const set = { autoDispatch: true, labels: [], budget: { usd: 40, tokens: 1_000 } }
  expect(words('configured', { set })).toBe('auto-dispatch on, labels none, budget 40 usd and 1000 tokens')
  expect(words('configured', { set: { budget: null, priority: 1 } })).toBe('budget none, priority 1')
})
