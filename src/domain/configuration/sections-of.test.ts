import { expect, test } from 'vitest'
import { parseConfiguration } from '#domain/configuration/parse.ts'
import { sectionsOf } from './sections-of.ts'

const read = (text: string) => {
  const sections = sectionsOf(parseConfiguration(text).configuration)
  return Object.fromEntries(sections.map(({ name, lines }) => [name, lines]))
}

test('what is run stands word for word, with its facts beside it', () => {
  const { worktrees, services, gates, checks } = read(`
worktrees:
  prepare: [npm ci, { run: "make && make check", shell: true, timeout: 90s }]
services:
  web: { run: [node, "a b.js"], port: 3000, health: /health }
gates: { types: { run: npx tsc, retries: 0 } }
checks: { up: { http: /, every: 2h } }
`)
  expect(worktrees).toContainEqual({ key: 'prepare 1', line: 'npm ci', words: 'timeout 10m' })
  expect(worktrees).toContainEqual({ key: 'prepare 2', line: 'make && make check', words: 'timeout 90s' })
  expect(services).toEqual([{ key: 'web', line: 'node "a b.js"', words: 'port 3000, health http /health' }])
  expect(gates).toEqual([{ key: 'types', line: 'npx tsc', words: 'timeout 10m, retries 0' }])
  expect(checks).toEqual([{ key: 'up', line: 'http /', words: 'every 2h, timeout 30s, failAfter 2' }])
})

test('lists and values are read as they are spelled, and what says nothing is left out', () => {
  const { worktrees, agents, policy, sites } = read(`
worktrees: { copy: [.env, apps/*/.env] }
policy: { protectedPaths: ["src/**"], budgets: { day: { usd: 40 } } }
`)
  expect(worktrees).toContainEqual({ key: 'copy', words: '.env, apps/*/.env' })
  expect(worktrees?.some(({ key }) => key === 'link')).toBe(false)
  expect(agents).toContainEqual({ key: 'refreshAt.share', words: '60 %' })
  expect(policy).toEqual([
    { key: 'protectedPaths', words: 'src/**' },
    { key: 'budgets.day.usd', words: '40' },
  ])
  expect(sites).toBeUndefined()
  expect(sectionsOf(undefined)).toEqual([])
})
