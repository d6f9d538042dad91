import { describe, expect, it } from 'vitest'
import { databaseNameOf, valuesOf, worktreeEnvironment } from '../configuration/environment.ts'
import { parseConfiguration } from '../configuration/parse.ts'
import { type PreparationInputs, planPreparation } from './plan.ts'

const configuration = parseConfiguration(`
worktrees:
  prepare: ["npm ci", "vite build --base {{site}}"]
  env: {DATABASE_URL: "postgres://localhost/{{database}}", API: "http://localhost:{{port.api}}", MODE: dev}
services: {api: {run: node api.js, port: 8080}}
`).configuration!
const facts = { project: 'shop', worktree: 'w3', branch: 'flower/3-login', path: '/w/w3', ports: { api: 8081 } }
const values = valuesOf({ ...facts, site: 'http://w3.shop.localhost:4748', database: 'shop_w3' })
const inputs: PreparationInputs = {
  copy: [
    { path: '.env.local', form: 'file', stamp: 'd1', tracked: false },
    { path: 'key.pem', form: 'file', stamp: 'd2', tracked: false },
    { path: 'config.json', form: 'file', stamp: 'd3', tracked: true },
  ],
  link: [{ path: 'node_modules', form: 'folder', stamp: '1', tracked: false }],
  missing: ['.env.test'],
  lockFiles: { 'package-lock.json': 'abc' },
}
const plan = (change: Partial<Parameters<typeof planPreparation>[0]> = {}) => {
  const planned = planPreparation({ configuration, values, isolation: 'isolated', inputs, ...change })
  if (planned.outcome === 'refused') throw new Error(planned.problem)
  return planned
}

describe('the plan of a preparation', () => {
  it('writes the environment, brings files, clones folders and then runs the commands', () => {
    const { steps, missing, withheld } = plan()
    expect(steps.map(step => (step.kind === 'run' ? step.name : `${step.kind} ${step.path}`))).toEqual([
      'environment .flower/env',
      'copy .env.local',
      'copy key.pem',
      'clone node_modules',
      'worktrees.prepare[0]',
      'worktrees.prepare[1]',
    ])
    expect(steps[1]).toMatchObject({ completed: true })
    expect(steps[2]).toMatchObject({ completed: false })
    expect(steps[5]).toMatchObject({
      command: { words: ['vite', 'build', '--base', 'http://w3.shop.localhost:4748'] },
      timeoutMs: 600_000,
    })
    expect(missing).toEqual(['.env.test'])
    expect(withheld).toEqual([{ what: 'config.json', why: 'git has it: it comes with the branch' }])
  })

  it('brings no secret where isolation is code, and says so', () => {
    const bare = valuesOf({ ...facts, ports: {} })
    const code = parseConfiguration('worktrees: {prepare: npm ci, env: {MODE: dev}}').configuration!
    const { steps, withheld } = plan({ isolation: 'code', values: bare, configuration: code })
    expect(steps.map(step => step.kind)).toEqual(['environment', 'clone', 'run'])
    expect(withheld.map(({ what }) => what)).toEqual(['.env.local', 'key.pem', 'config.json'])
  })

  it('is refused when a command asks for what this worktree has not', () => {
    expect(planPreparation({ configuration, values: valuesOf(facts), isolation: 'isolated', inputs })).toEqual({
      outcome: 'refused',
      step: 'worktrees.prepare[1]',
      problem: 'there is no value for {{site}}',
    })
  })

  it('has the same fingerprint for the same work, and another as soon as any input drifts', () => {
    const first = plan().fingerprint
    expect(plan().fingerprint).toBe(first)
    const [secret, ...others] = inputs.copy
    const drifted = [
      { isolation: 'shared' as const },
      { values: { ...values, branch: 'other' } },
      { inputs: { ...inputs, copy: [{ ...secret!, stamp: 'changed' }, ...others] } },
      { inputs: { ...inputs, link: [{ ...inputs.link[0]!, stamp: '2' }] } },
      { inputs: { ...inputs, lockFiles: { 'package-lock.json': 'def' } } },
    ]
    const prints = drifted.map(each => plan(each).fingerprint)
    expect(new Set([first, ...prints]).size).toBe(drifted.length + 1)
  })
})

it('the database of a worktree has a name that every server takes and no other worktree has', () => {
  const names = [
    ['shop', 'a-b'],
    ['shop', 'a_b'],
    ['shop', 'A-b'],
    ['shop-a', 'b'],
    ['7', 'x'],
    ['shop', 'w'.repeat(80)],
    ['shop', 'w'.repeat(81)],
    ['é', 'é'],
  ]
  const made = names.map(([project, worktree]) => databaseNameOf(project!, worktree!))
  expect(new Set(made).size).toBe(made.length)
  for (const name of made) expect(name).toMatch(/^[a-z][a-z0-9_]{0,62}$/)
})

describe('the environment of a worktree', () => {
  it('has its own values, tells whose they are, and gives a service its port', () => {
    const { variables, withheld } = worktreeEnvironment(configuration, values, 'isolated', 'api')
    expect(variables).toEqual({
      FLOWER_ISOLATION: 'isolated',
      FLOWER_PROJECT: 'shop',
      FLOWER_WORKTREE: 'w3',
      FLOWER_BRANCH: 'flower/3-login',
      FLOWER_WORKTREE_PATH: '/w/w3',
      FLOWER_PORT_API: '8081',
      FLOWER_SITE: 'http://w3.shop.localhost:4748',
      FLOWER_DATABASE: 'shop_w3',
      DATABASE_URL: 'postgres://localhost/shop_w3',
      API: 'http://localhost:8081',
      MODE: 'dev',
      PORT: '8081',
    })
    expect(withheld).toEqual([])
  })

  it('leaves out a variable whose value is not there, and names it', () => {
    const { variables, withheld } = worktreeEnvironment(configuration, valuesOf({ ...facts, ports: {} }), 'code')
    expect(variables).not.toHaveProperty('DATABASE_URL')
    expect(variables).toMatchObject({ MODE: 'dev' })
    expect(withheld).toEqual([
      { name: 'DATABASE_URL', word: 'database' },
      { name: 'API', word: 'port.api' },
    ])
  })
})
