/** What the queue's driver tells of a submission, told by hand: no repository and no gate is there. */
import { expect } from 'vitest'
import type { TestHouse } from '../house.ts'
import { handOver } from '../work.ts'

export const commit = (letter: string): string => letter.repeat(40)
export const base = commit('0')

const proof = (at: string) => ({
  commit: at,
  tree: `${at.slice(1)}7`,
  toolchain: 'node 24',
  gates: [{ gate: 'test', definitionHash: 'x', verdict: 'passed', log: 'run-1' }],
})

export const journal = (mergeId: number, tip: string, to: string) => ({
  branch: 'main',
  base,
  to: { commit: to, tree: proof(to).tree },
  landings: [{ submissionId: mergeId, tip, commits: [to] }],
  proofs: [proof(to)],
})

/** A run of gate `test` that ended red on a commit. */
export const red = (at: string) => ({
  tree: commit('f'),
  gate: 'test',
  definitionHash: 'x',
  toolchain: 'node 24',
  commit: at,
  outcome: 'failed',
  summary: 'It ended with exit code 1.',
  exitCode: 1,
  log: 'run-2',
  lines: ['roses.test: expected 3, got 2'],
  startedAt: '2026-03-02T09:00:00.000Z',
  tookMs: 1_200,
})

export type QueueHands = ReturnType<typeof queueHands>

export function queueHands(house: TestHouse, projectId: number) {
  const settle = (finding: unknown) => house.call('merge.settle', { projectId, finding }, 'system:runner', 'system')
  const shown = async (mergeId: number) => (await house.call('merge.show', { mergeId })).merge
  const build = async (title: string, settings = {}) => {
    const { briefId, dispatchId } = await handOver(house, title, settings)
    const { token } = await house.call('dispatch.claim', { dispatchId }, 'agent:builder')
    await house.call('dispatch.complete', { dispatchId, token, summary: 'built' }, 'agent:builder')
    return briefId
  }
  return {
    settle,
    shown,
    build,
    submitted: async (title: string, settings = {}) => {
      const briefId = await build(title, settings)
      const { mergeId } = await house.call('merge.submit', { briefId })
      return { briefId, mergeId }
    },
    land: async (mergeId: number, to: string, steps: unknown[] = []) => {
      const { tip } = await shown(mergeId)
      expect(await settle({ what: 'landing', journal: journal(mergeId, tip, to) })).toEqual({ taken: true })
      expect(await settle({ what: 'landed', steps })).toEqual({ taken: true })
    },
    /** How MAIN's checkout is found. */
    lookAtMain: (some: Record<string, unknown> = {}) => {
      const standing = { status: 'clean', tip: base, branch: 'main', files: [], changed: 0, detail: '', upstream: null, at: house.now() } // biome-ignore format: one look
      const finding = { what: 'looked', standing: { ...standing, ...some } }
      return house.call('main.settle', { projectId, finding }, 'system:runner', 'system')
    },
  }
}
