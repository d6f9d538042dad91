import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { localClient } from '#client/local.ts'
import { system } from '#domain/actor.ts'
import { openHouse } from '../../../test/house.ts'
import { sweepLogs } from './sweep-logs.ts'

test('of the logs of gates the newest stay, and those that say why something landed', async () => {
  const house = await openHouse('sqlite')
  const gateLogs = await mkdtemp(join(tmpdir(), 'gate-logs-'))
  const client = localClient(house.execute, { actor: system('merge-queue'), role: 'system' })
  const { project } = await house.call('project.show', {})
  const { mergeId } = await house.call('merge.submit', { branch: 'lilies' })
  const { merge } = await house.call('merge.show', { mergeId })
  const to = { commit: 'c'.repeat(40), tree: 'd'.repeat(40) }
  const gates = [{ gate: 'test', definitionHash: 'x', verdict: 'passed' as const, log: 'run-1' }]
  const landing = { submissionId: mergeId, tip: merge.tip, commits: [to.commit] }
  const journal = {
    branch: 'main',
    base: '0'.repeat(40),
    to,
    landings: [landing],
    proofs: [{ ...to, toolchain: 'node', gates }],
  }
  await client.call('merge.settle', { projectId: project.id, finding: { what: 'landing', journal } })
  await client.call('merge.settle', { projectId: project.id, finding: { what: 'landed', steps: [] } })

  for (const [at, name] of ['run-1', 'step-1', 'run-2', 'run-3', 'run-4', 'run-5'].entries()) {
    const folder = join(gateLogs, project.slug, name)
    await mkdir(folder, { recursive: true })
    await utimes(folder, 1_000 + at, 1_000 + at)
  }
  const [item] = (await client.call('merge.errands', { node: 'node-1' })).items
  if (!item) throw new Error('no project')
  const machine = {
    node: 'node-1', journals: '', checks: '', gateLogs, tokens: '', now: house.now, newMarker: () => '', path: '',
  } // biome-ignore format: one machine
  const ground = { item, client, machine, signal: new AbortController().signal }
  const there = () => readdir(join(gateLogs, project.slug))
  await sweepLogs(ground)
  expect(await there()).toHaveLength(6)
  await sweepLogs(ground, 2)
  expect((await there()).toSorted()).toEqual(['run-1', 'run-4', 'run-5', 'step-1'])
  await rm(gateLogs, { recursive: true })
  await house.close()
})
