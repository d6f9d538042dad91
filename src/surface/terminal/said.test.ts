import { expect, test } from 'vitest'
import { saidAt } from './said.ts'

const at = (time: string): number => new Date(time).getTime()

test('an operation in a sentence of the house is what a person types', () => {
  const said = (text: string): string => saidAt(text, 0)
  expect(said('It waits for project.trust {project: "garden", hash: "e3b0c4"}.')).toBe(
    'It waits for `flower project trust e3b0c4 --project garden`.',
  )
  expect(
    said('MAIN holds 2 files changed from outside; main.rescue {project: "garden"} moves them into a worktree'),
  ).toBe('MAIN holds 2 files changed from outside; `flower main rescue --project garden` moves them into a worktree')
  expect(said('Go on with `merge.resume {project: "garden"}`.')).toBe(
    'Go on with `flower merge resume --project garden`.',
  )
})

test('a file that is called like an operation stays a file', () => {
  for (const text of ['main.ts and project.json changed', 'see src/main.status', 'merge.notes is no operation'])
    expect(saidAt(text, 0)).toBe(text)
})

test('a time is told by the clock of this machine, with its date on another day', () => {
  const now = at('2026-11-28T20:00:00')
  const iso = (local: string): string => new Date(local).toISOString()
  expect(saidAt(`It is held until ${iso('2026-11-28T22:51:02.965')}.`, now)).toBe('It is held until 22:51.')
  expect(saidAt(`It waits since ${iso('2026-11-27T09:05:00')}.`, now)).toBe('It waits since 2026-11-27 09:05.')
})
