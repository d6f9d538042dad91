import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { configurationHash } from '#domain/configuration/hash.ts'
import { type Garden, type Scene, startScene } from '../landing/garden.ts'

/** What makes the gate red lies outside of what it judges. */
const outage = (file: string): string => `if [ -e '${file}' ]; then echo 'no water'; exit 1; fi\n`

describe('what lands after all', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await startScene()
  })
  afterAll(() => scene.remove())

  const stricter = 'gates:\n  beds: { run: sh gate.sh }\n  signs: { run: test -e signs }\n'
  const landings = async (garden: Garden) => (await scene.client.call('merge.landings', { project: garden.name })).items
  const idOf = async (garden: Garden, branch: string) => (await garden.submitted(branch)).id

  it('a branch that changes how it is judged waits for an operator; what stands behind it lands without it, judged by the old gates, and it lands once it is approved', async () => {
    const garden = await scene.garden('stricter')
    await garden.branches({
      first: { 'beds-first': 'rose\n' },
      gates: { 'flower.yaml': stricter, signs: 'this way\n' },
      second: { 'beds-second': 'lily\n' },
      third: { 'beds-third': 'rose\n' },
    })
    await scene.client.call('merge.pause', { project: 'stricter' })
    const [first, gates, second, third] = [
      await idOf(garden, 'first'),
      await idOf(garden, 'gates'),
      await idOf(garden, 'second'),
      await idOf(garden, 'third'),
    ]
    await scene.client.call('merge.resume', { project: 'stricter' })
    const statuses = () => Promise.all([first, gates, second, third].map(async id => (await garden.shown(id)).status))
    await expect.poll(statuses).toEqual(['landed', 'queued', 'landed', 'landed'])
    expect(await garden.shown(gates)).toMatchObject({ guarded: ['gates'], approvedBy: null, attempts: 0 })
    for (const id of [second, third]) {
      expect(await garden.shown(id)).toMatchObject({ guarded: [], landing: { gates: [{ gate: 'beds' }] } })
    }
    expect(await garden.git('ls-tree', '--name-only', 'main', '--', 'signs')).toBe('')
    expect(await garden.git('show', 'main:flower.yaml')).not.toContain('signs')
    await scene.client.call('merge.approve', { mergeId: gates })
    await expect.poll(statuses).toEqual(['landed', 'landed', 'landed', 'landed'])
    expect(await garden.shown(gates)).toMatchObject({ approvedBy: expect.stringContaining('operator') })
    expect(await garden.git('show', 'main:flower.yaml')).toContain('signs')
  })

  it('what waited for trust in the gates is told to wait no more as soon as they run', async () => {
    const garden = await scene.garden('doubtful')
    const yaml = 'gates:\n  beds: { run: sh ./gate.sh }\n'
    await garden.commit({ 'flower.yaml': yaml }, 'Judge the same in other words')
    await garden.branches({ west: { 'beds-west': 'lily\n' } })
    const { id } = await garden.submitted('west')
    await expect.poll(async () => (await garden.shown(id)).waits).toContain('trust')
    const release = garden.holdGate()
    const before = garden.judged().length
    await scene.client.call('project.trust', { project: 'doubtful', hash: configurationHash(yaml) })
    await garden.judging(before)
    await expect.poll(async () => (await garden.shown(id)).waits).toBeUndefined()
    expect((await scene.client.call('merge.queue', { project: 'doubtful' })).halts).toEqual([])
    const { items } = await scene.client.call('trace.list', { project: 'doubtful', limit: 50 })
    const told = items.map(each => each.type).filter(type => type.startsWith('queue_'))
    expect(told).toEqual(['queue_freed', 'queue_halted'])
    // The gate is still at it.
    expect((await garden.shown(id)).status).not.toBe('landed')
    release()
    await expect.poll(async () => (await garden.shown(id)).status).toBe('landed')
  })

  it('while a gate runs the submission shows which, and what it has said so far', async () => {
    const garden = await scene.garden('slow', { gate: 'echo digging\n' })
    await garden.green()
    await garden.branches({ west: { 'beds-west': 'lily\n' } })
    const release = garden.holdGate()
    const { id } = await garden.submitted('west')
    const running = async () => (await garden.shown(id)).running
    await expect.poll(running).toMatchObject({ gate: 'beds', lines: ['digging'] })
    release()
    await expect.poll(async () => (await garden.shown(id)).status).toBe('landed')
    expect(await running()).toBeUndefined()
  })

  it('a branch that was sent back for what was not its fault is judged anew when it is put in again, just as it is', async () => {
    const file = join(scene.ground.path, 'dry')
    const garden = await scene.garden('outage', { gate: outage(file) })
    await garden.green()
    await scene.client.call('merge.pause', { project: 'outage' })
    await garden.branches({ west: { 'beds-west': 'lily\n' } })
    const { id } = await garden.submitted('west')
    // The line was green; from here on the gate is red whatever it judges.
    await expect.poll(async () => (await landings(garden)).length).toBe(1)
    await writeFile(file, '')
    await scene.client.call('merge.resume', { project: 'outage' })
    await expect.poll(async () => (await garden.shown(id)).status).toBe('ejected')
    const tip = await garden.tip()
    await rm(file)
    await scene.client.call('merge.retry', { mergeId: id })
    await expect.poll(async () => (await garden.shown(id)).status).toBe('landed')
    const merge = await garden.shown(id)
    expect(merge).toMatchObject({ landing: { previous: tip, gates: [{ verdict: 'flaky' }] } })
    expect(merge.verdicts.map(each => [each.outcome, each.run, each.asideAt !== null])).toEqual([
      ['flaky', 3, false],
      ['failed', 2, true],
      ['failed', 1, true],
    ])
  })
})
