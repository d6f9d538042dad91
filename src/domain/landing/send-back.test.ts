import { expect, test } from 'vitest'
import { submit } from './moves.ts'
import { type Fault, nextAfterRed, sendBack } from './send-back.ts'
import { mayCleanUp, type Submission, submissionStatuses } from './submission.ts'
import type { Verdict } from './verdict.ts'

const now = '2026-03-01T08:00:00.000Z'
const wish = { id: 7, projectId: 1, worktreeId: 3, branch: 'flower/4-roses', tip: 't', target: 'main', guarded: [] }
const submission = (briefId: number | null = 4): Submission =>
  submit({ ...wish, briefId, style: 'merge', priority: 2, submittedBy: 'agent:builder' }, now)

const verdict: Verdict = {
  tree: 'x',
  gate: 'test',
  definitionHash: 'd',
  toolchain: 'n',
  commit: 'c',
  run: 2,
  outcome: 'failed',
  summary: 'It ended with exit code 1.',
  exitCode: 1,
  log: 'g12',
  lines: ['expected 3, got 4'],
  startedAt: now,
  tookMs: 1,
  asideAt: null,
}
const red: Fault = { of: 'red', verdict }
const sides = [{ path: 'a.ts', line: 'export const roses = 1', branch: null }]
const conflict: Fault = { of: 'conflict', line: 'main1', files: ['a.ts'], sides }

test('a red gate becomes a fix for the same worktree, with the gate, its log and what it said last', () => {
  const next = nextAfterRed(sendBack(submission(), red, now))
  expect(next).toMatchObject({
    next: 'fix',
    request: { submissionId: 7, briefId: 4, worktreeId: 3, branch: 'flower/4-roses', reason: 'gate_failed' },
  })
  expect(next).toMatchObject({ request: { gate: 'test', log: 'g12', lines: ['expected 3, got 4'] } })
})

test('a conflict becomes a fix with the files and both sides', () => {
  const next = nextAfterRed(sendBack(submission(), conflict, now))
  expect(next).toMatchObject({ next: 'fix', request: { reason: 'conflict', files: ['a.ts'], sides, gate: null } })
})

test('the third return asks an operator instead of going round for ever', () => {
  let row = submission()
  const nexts = [1, 2, 3].map(() => {
    const sent = sendBack({ ...row, status: 'queued' }, red, now)
    row = sent.submission
    return nextAfterRed(sent).next
  })
  expect(nexts).toEqual(['fix', 'fix', 'ask'])
})

test('what no agent can mend is told to somebody, and what has landed already needs nothing', () => {
  const unusable: Fault = { of: 'unusable', problem: 'Its commit is gone.' }
  expect(nextAfterRed(sendBack(submission(), unusable, now))).toMatchObject({ next: 'ask', briefId: 4 })
  expect(nextAfterRed(sendBack(submission(null), red, now))).toMatchObject({ next: 'tell' })
  expect(nextAfterRed(sendBack(submission(), { of: 'nothing' }, now))).toEqual({ next: 'nothing' })
})

test('only what is recorded as landed may be cleaned up', () => {
  const may = submissionStatuses.filter(status =>
    mayCleanUp({ status, landedCommit: status === 'landed' ? 'c' : null }),
  )
  expect(may).toEqual(['landed'])
  expect(mayCleanUp({ status: 'landed', landedCommit: null })).toBe(false)
})
