/**
 * What the merge queue's driver and MAIN's watcher tell the house, told here by the test: to the same house that a running
 * flower serves, from a second process as it were, so that the page hears of it by its stream.
 */
import { join } from 'node:path'
import type { BranchFacts } from '#service/facts.ts'
import { openHouse, type TestHouse } from '../house.ts'
import type { TestServer } from '../server.ts'

/** A full object id, the same for the same name. */
export const commitOf = (name: string): string =>
  [...name]
    .reduce((id, letter) => id + letter.charCodeAt(0).toString(16), '')
    .padEnd(40, '0')
    .slice(0, 40)

type Run = { gate?: string; outcome?: 'passed' | 'failed' | 'timed_out'; lines?: string[]; commit?: string }

export type Driver = {
  house: TestHouse
  projectId: number
  /** What is found of branches that are submitted from now on. */
  find: (facts: Partial<BranchFacts>) => void
  /** A Brief whose work is done and whose branch was put into the queue at the given tip. */
  submit: (title: string, more?: { tip?: string; gardener?: string }) => Promise<{ briefId: number; mergeId: number }>
  merge: (finding: object) => Promise<unknown>
  main: (finding: object) => Promise<unknown>
  /** It stands on the line, alone; `guarded` is what an operator has to approve of it. */
  stack: (mergeId: number, guarded?: string[]) => Promise<void>
  conflict: (mergeId: number, files: string[]) => Promise<void>
  judge: (mergeId: number, run?: Run) => Promise<void>
  eject: (mergeId: number, run?: Run) => Promise<void>
  land: (mergeId: number, gates?: string[], steps?: { name: string; approve: boolean }[]) => Promise<string>
  close: () => Promise<void>
}

const toolchain = 'node 24.1.0, linux x64'

export async function openDriver(server: TestServer): Promise<Driver> {
  let found: BranchFacts = { outcome: 'found', tip: commitOf('tip'), style: 'merge' }
  const house = await openHouse('sqlite', {
    project: false,
    at: { file: join(server.home, 'flower.db') },
    branch: () => found,
  })
  house.pass(Date.now() - Date.parse(house.now()))
  const projectId = (await house.call('project.show', {})).project.id
  const asRunner = (name: 'merge.settle' | 'main.settle', finding: object) => {
    house.pass(1)
    return house.call(name, { projectId, finding }, 'system:runner', 'system')
  }
  const merge = (finding: object) => asRunner('merge.settle', finding)
  const shown = async (mergeId: number) => (await house.call('merge.show', { mergeId })).merge
  const run = (tip: string, { gate = 'test', outcome = 'passed', lines = [], commit }: Run = {}) => ({
    tree: commitOf(`tree of ${commit ?? tip.slice(0, 7)}`),
    gate,
    definitionHash: commitOf(`${gate} defined`),
    toolchain,
    commit: commit ?? tip,
    outcome,
    summary: outcome === 'passed' ? 'ended with code 0' : 'ended with code 1',
    exitCode: outcome === 'passed' ? 0 : 1,
    log: `${gate}-${tip.slice(0, 7)}`,
    lines,
    startedAt: house.now(),
    tookMs: gate === 'test' ? 108_000 : 9_000,
  })
  const driver: Driver = {
    house,
    projectId,
    find: facts => {
      found = { ...found, ...facts } as BranchFacts
    },
    submit: async (title, { tip, gardener = 'agent:builder-1' } = {}) => {
      const { briefId } = await house.call('brief.capture', { text: title, spec: 'By the wall.' })
      await house.call('brief.setStatus', { briefId, status: 'planned' })
      const { dispatchId } = await house.call('brief.dispatch', { briefId })
      const { token } = await house.call('dispatch.claim', { dispatchId }, gardener)
      await house.call('dispatch.complete', { dispatchId, token, summary: 'Built.' }, gardener)
      driver.find({ tip: commitOf(tip ?? title) })
      const { mergeId } = await house.call('merge.submit', { briefId }, gardener)
      return { briefId, mergeId }
    },
    merge,
    main: finding => asRunner('main.settle', finding),
    stack: async (mergeId, guarded = []) => {
      const { tip, target } = await shown(mergeId)
      const to = { commit: commitOf(`on ${tip.slice(0, 7)}`), tree: commitOf(`tree of ${tip.slice(0, 7)}`) }
      const member = { submissionId: mergeId, tip, outcome: 'stacked', commits: [to.commit], to, between: [], guarded }
      await merge({ what: 'built', target, base: commitOf('base'), members: [member] })
    },
    conflict: async (mergeId, files) => {
      const { tip, target } = await shown(mergeId)
      const sides = files.map(path => ({ path, line: 'red roses', branch: 'white roses' }))
      const member = { submissionId: mergeId, tip, outcome: 'conflict', with: 'line', files, sides }
      await merge({ what: 'built', target, base: commitOf('base'), members: [member] })
    },
    judge: async (mergeId, more) => {
      const { tip } = await shown(mergeId)
      await merge({ what: 'judged', run: run(tip, more), mergeIds: [mergeId] })
    },
    eject: async (mergeId, more) => {
      const { tip } = await shown(mergeId)
      const verdict = run(tip, { outcome: 'failed', ...more })
      await merge({ what: 'judged', run: verdict, mergeIds: [mergeId] })
      await merge({ what: 'ejected', mergeId, tip, verdict: { ...verdict, run: 1 } })
    },
    land: async (mergeId, gates = ['types', 'test'], steps = []) => {
      const { tip, target } = await shown(mergeId)
      const to = { commit: commitOf(`on ${tip.slice(0, 7)}`), tree: commitOf(`tree of ${tip.slice(0, 7)}`) }
      for (const gate of gates) await driver.judge(mergeId, { gate, lines: [`${gate}: 214 of 214`] })
      const proven = gates.map(gate => {
        const { definitionHash, log } = run(tip, { gate })
        return { gate, definitionHash, verdict: 'passed', log }
      })
      const journal = {
        branch: target,
        base: commitOf('base'),
        to,
        landings: [{ submissionId: mergeId, tip, commits: [to.commit] }],
        proofs: [{ ...to, toolchain, gates: proven }],
      }
      await merge({ what: 'landing', journal })
      await merge({ what: 'landed', steps })
      return to.commit
    },
    close: () => house.close(),
  }
  return driver
}
