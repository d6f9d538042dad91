import { expect, test } from 'vitest'
import { parseConfiguration } from '../configuration/parse.ts'
import { coversPath } from '../configuration/place.ts'
import { gatesOf } from './gate.ts'
import { inspect } from './guarded.ts'
import { unproven } from './proof.ts'

function read(yaml: string) {
  const { configuration, problems } = parseConfiguration(yaml)
  if (!configuration) throw new Error(JSON.stringify(problems))
  return configuration
}

const hashOf = (yaml: string): string => gatesOf(read(yaml))[0]?.definitionHash ?? ''

test('a definition is named by all that can make its verdict another one, and by nothing else', () => {
  const plain = hashOf('gates: {test: {run: npm test}}')
  expect(plain).toMatch(/^[0-9a-f]{64}$/)
  expect(hashOf('gates:\n  test:\n    retries: 3\n    timeout: 10m\n    run: [npm, test]\n')).toBe(plain)
  expect(hashOf('gates: {other: {run: npm test}}\nservices: {web: {run: x}}')).toBe(plain)
  const others = [
    'gates: {test: {run: npm run test}}',
    'gates: {test: {run: npm test, shell: true}}',
    'gates: {test: {run: npm test, timeout: 9m}}',
    'gates: {test: {run: npm test}}\nworktrees: {prepare: npm ci}',
    'gates: {test: {run: npm test}}\nworktrees: {link: node_modules}',
    'gates: {test: {run: npm test}}\nworktrees: {env: {A: 1}}',
  ].map(hashOf)
  expect(new Set([plain, ...others]).size).toBe(7)
})

test('gates keep their order and their retries', () => {
  const gates = gatesOf(read('gates: {lint: {run: a, retries: 0}, test: {run: b}}'))
  expect(gates.map(({ name, retries }) => [name, retries])).toEqual([
    ['lint', 0],
    ['test', 1],
  ])
})

test('where policy wants every landing approved, each candidate is guarded', () => {
  const main = read('policy: {approvals: [landing]}')
  expect(inspect({ main, line: main }, 'policy: {approvals: [landing]}', ['src/a.ts'])).toEqual({
    outcome: 'inspected',
    guarded: ['every landing (policy.approvals)'],
  })
})

test('a candidate that changes gates, checks, policy or a protected path is guarded', () => {
  const main = 'gates: {test: {run: a}}\npolicy: {protectedPaths: [infra, "*.lock"]}\n'
  const found = (yaml: string, ...paths: string[]) => inspect({ main: read(main), line: read(main) }, yaml, paths)
  expect(found(main, 'src/a.ts')).toEqual({ outcome: 'inspected', guarded: [] })
  expect(found(`# words\n${main}services: {web: {run: x}}`)).toEqual({ outcome: 'inspected', guarded: [] })
  expect(found('', 'infra/net/a.tf', 'deps.lock')).toEqual({
    outcome: 'inspected',
    guarded: ['gates', 'policy', 'infra/net/a.tf', 'deps.lock'],
  })
  expect(found('gates: {test: {run: b}}', 'a')).toMatchObject({ guarded: ['gates', 'policy'] })
})

test('what an epic’s own branch has changed already is not asked for again with each child that lands there', () => {
  const [main, line] = ['gates: {test: {run: a}}\npolicy: {protectedPaths: [infra]}\n', 'gates: {test: {run: b}}\n']
  const found = (yaml: string, ...paths: string[]) => inspect({ main: read(main), line: read(line) }, yaml, paths)
  expect(found(line, 'src/a.ts')).toEqual({ outcome: 'inspected', guarded: [] })
  expect(found(line, 'infra/a')).toEqual({ outcome: 'inspected', guarded: ['infra/a'] })
  expect(found(main)).toMatchObject({ guarded: ['gates', 'policy'] })
})

test('a candidate that would leave MAIN without a readable configuration is refused', () => {
  const found = inspect({ main: read(''), line: read('') }, 'gats: {}', [])
  expect(found).toMatchObject({ outcome: 'broken', problem: expect.stringContaining('did you mean `gates`?') })
})

test('a place means a path, all that is below it, and hidden names too', () => {
  expect(coversPath('infra', 'infra/a/b')).toBe(true)
  expect(coversPath('infra', 'infrastructure/a')).toBe(false)
  expect(coversPath('**/*.sql', 'db/migrations/1.sql')).toBe(true)
  expect(coversPath('**/*.sql', '1.sql')).toBe(true)
  expect(coversPath('*', '.github/workflows/a.yml')).toBe(true)
  expect(coversPath('apps/*/env', 'apps/web/env')).toBe(true)
  expect(coversPath('apps/*/env', 'apps/web/other')).toBe(false)
})

test('a commit whose exact tree has no green record is named', () => {
  const green = { gate: 'test', definitionHash: 'd', verdict: 'flaky', log: 'l' } as const
  const history = ['a', 'b', 'c'].map(tree => ({ commit: `of ${tree}`, tree }))
  const proofs = [
    { tree: 'a', gates: [green] },
    { tree: 'b', gates: [green, { ...green, verdict: 'failed' as const }] },
    { tree: 'c', gates: [] },
  ]
  expect(unproven(history, proofs)).toEqual([{ commit: 'of b', tree: 'b' }])
})
