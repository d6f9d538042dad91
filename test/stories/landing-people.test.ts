import { rm, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Garden, type Scene, startScene } from '../landing/garden.ts'

describe('people commit in MAIN while the queue works', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await startScene()
  })
  afterAll(() => scene.remove())

  const landings = async (garden: Garden) => (await scene.client.call('merge.landings', { project: garden.name })).items

  it('what somebody commits while gates run stays, is judged, and the queue goes on on top of it', async () => {
    const garden = await scene.garden('commits')
    const first = await garden.tip()
    await garden.green()
    const release = garden.holdGate()
    const work = await garden.built('Lilies in the west', { 'beds-west': 'lily\n' })
    await garden.judging(1)
    const byHand = await garden.commit({ 'beds-north': 'rose\n' }, 'Roses in the north')
    release()
    const merge = await garden.settled(work.briefId)
    expect(merge).toMatchObject({ status: 'landed', landing: { previous: byHand, by: 'queue' } })
    expect(await garden.git('rev-list', '--first-parent', '--max-count=2', 'main')).toBe(
      `${merge.landedCommit}\n${byHand}`,
    )
    expect([garden.text('beds-west'), garden.text('beds-north')]).toEqual(['lily\n', 'rose\n'])
    expect(await garden.git('status', '--porcelain')).toBe('')
    expect(await landings(garden)).toMatchObject([
      { by: 'queue', gates: [{ verdict: 'passed' }] },
      { by: 'outside', commit: byHand, gates: [{ verdict: 'passed' }] },
      { by: 'outside', commit: first },
    ])
  })

  it('on a red commit of somebody’s the queue holds what waits, says why, lets what mends it land, and then the rest', async () => {
    const garden = await scene.garden('red')
    const red = await garden.commit({ 'beds-north': 'tulip\n' }, 'Tulips, of which there are none')
    const work = await garden.built('Lilies in the west', { 'beds-west': 'lily\n' })
    await expect.poll(async () => (await garden.newest(work.briefId))?.heldAt).toBe(red)
    const held = await garden.newest(work.briefId)
    expect(held).toMatchObject({ status: 'queued', attempts: 0 })
    expect(held?.waits).toContain('is red by itself')
    expect(held?.waits).toContain(red.slice(0, 12))
    const main = async () => (await scene.client.call('main.status', { project: 'red' })).main
    await expect.poll(async () => (await main()).red).toMatchObject({ gate: 'beds', commit: red })
    expect(await garden.tip()).toBe(red)
    expect(await garden.trace(work.briefId)).toContain('merge_waits')
    const { items } = await scene.client.call('trace.list', { project: 'red', types: ['line_judged'] })
    expect(items[0]?.payload).toMatchObject({ commit: red, green: false, gate: 'beds' })

    await garden.branches({ mend: { flowers: 'lily\nrose\ntulip\n' } })
    const mended = await garden.submitted('mend', { wait: 50 })
    expect(mended).toMatchObject({ status: 'landed', landing: { previous: red } })
    expect(await garden.settled(work.briefId)).toMatchObject({ status: 'landed', attempts: 0 })
    expect(await garden.status(work.briefId)).toBe('complete')
    await expect.poll(async () => (await main()).red).toBeUndefined()
    expect(garden.text('beds-north')).toBe('tulip\n')
  })

  it('what waits on a red MAIN lands once somebody mends MAIN by hand', async () => {
    const garden = await scene.garden('mended')
    const red = await garden.commit({ 'beds-north': 'tulip\n' })
    await garden.branches({ west: { 'beds-west': 'lily\n' } })
    const { id } = await garden.submitted('west')
    await expect.poll(async () => (await garden.shown(id)).heldAt).toBe(red)
    const cure = await garden.commit({ 'beds-north': 'rose\n' }, 'Roses after all')
    await expect.poll(async () => (await garden.shown(id)).status).toBe('landed')
    expect((await garden.shown(id)).landing?.previous).toBe(cure)
  })

  it('changes that nobody committed stay where they are: the queue waits and says for what, and goes on when they are gone', async () => {
    const garden = await scene.garden('dirty')
    await garden.branches({ west: { 'beds-west': 'lily\n' } })
    await scene.client.call('merge.pause', { project: 'dirty' })
    const { id } = await garden.submitted('west')

    await writeFile(`${garden.path}/beds-east`, 'my own draft\n')
    await scene.client.call('merge.resume', { project: 'dirty' })
    await expect.poll(async () => (await garden.shown(id)).waits).toContain('changed from outside')
    expect(garden.text('beds-east')).toBe('my own draft\n')
    await garden.git('checkout', 'beds-east')
    await expect.poll(async () => (await garden.shown(id)).status).toBe('landed')
    expect(garden.text('beds-west')).toBe('lily\n')
  })

  it('files that git does not know stay where they are: the queue lands around them, and only what needs the place of one waits for it', async () => {
    const garden = await scene.garden('littered')
    await garden.branches({
      north: { 'beds-north': 'rose\n' },
      west: { 'beds-west': 'lily\n' },
      south: { 'beds-south': 'lily\n' },
    })
    const main = async () => (await scene.client.call('main.status', { project: 'littered' })).main
    await writeFile(`${garden.path}/ideas.md`, 'dahlias?\n')
    await expect.poll(async () => (await main()).standing).toMatchObject({ status: 'dirty' })
    expect(await garden.submitted('north', { wait: 50 })).toMatchObject({ status: 'landed' })
    await expect
      .poll(async () => (await main()).standing)
      .toMatchObject({ status: 'dirty', files: ['ideas.md'], untracked: 1 })
    await expect.poll(async () => (await main()).waits).toBeUndefined()
    expect((await main()).saved).toHaveLength(1)

    await writeFile(`${garden.path}/beds-west`, 'my own draft\n')
    const { id } = await garden.submitted('west')
    await expect.poll(async () => (await garden.shown(id)).waits).toContain('in the way: beds-west')
    expect(await garden.submitted('south', { wait: 50 })).toMatchObject({ status: 'landed' })
    await expect.poll(async () => (await garden.shown(id)).waits).toContain('in the way: beds-west')
    await expect.poll(async () => (await main()).waits).toBeUndefined()
    expect(garden.text('beds-west')).toBe('my own draft\n')
    await rm(`${garden.path}/beds-west`)
    await expect.poll(async () => (await garden.shown(id)).status).toBe('landed')
    expect([garden.text('beds-west'), garden.text('ideas.md')]).toEqual(['lily\n', 'dahlias?\n'])
  })

  it('what had landed and is moved out of MAIN again is told, kept from git’s cleaning, and lands once more on a word', async () => {
    const garden = await scene.garden('forgetful')
    await garden.branches({ west: { 'beds-west': 'lily\n' }, east: { 'beds-south': 'rose\n' } })
    const first = await garden.submitted('west', { wait: 50 })
    const second = await garden.submitted('east', { wait: 50 })
    expect([first.status, second.status]).toEqual(['landed', 'landed'])
    const main = async () => (await scene.client.call('main.status', { project: 'forgetful' })).main
    await expect.poll(async () => (await main()).standing?.tip).toBe(second.landedCommit)
    // What git does not know lies there all the while.
    await writeFile(`${garden.path}/ideas.md`, 'dahlias?\n')
    await expect.poll(async () => (await main()).standing?.status).toBe('dirty')
    // Back to what the queue itself had put there; after a landing the queue may hold the index for a moment.
    const reset = () =>
      garden.git('reset', '-q', '--hard', first.landedCommit ?? '').then(
        () => true,
        () => false,
      )
    await expect.poll(reset).toBe(true)
    await garden.git('branch', '-qD', 'east')
    await expect.poll(async () => (await main()).lost).toMatchObject({ mergeIds: [second.id] })
    const lost = second.landedCommit ?? ''
    expect(await garden.git('rev-parse', `refs/flower/landed/${lost}`)).toBe(lost)
    const { items } = await scene.client.call('trace.list', { project: 'forgetful', limit: 50 })
    const moves = items.filter(each => each.type === 'main_moved' || each.type === 'landing_lost')
    expect(moves.map(each => each.type)).toEqual(['landing_lost', 'main_moved'])
    const { complaints } = await scene.client.call('recall.health', {})
    expect(complaints.map(each => each.what).join()).toContain(`m${second.id} had landed in forgetful`)

    const { mergeId } = await scene.client.call('merge.retry', { mergeId: second.id })
    expect(mergeId).not.toBe(second.id)
    await expect.poll(async () => (await garden.shown(mergeId)).status).toBe('landed')
    expect(garden.text('beds-south')).toBe('rose\n')
    await expect.poll(async () => (await main()).lost).toBeUndefined()
    // What is in MAIN is not taken in again.
    await expect(scene.client.call('merge.retry', { mergeId: first.id })).rejects.toMatchObject({ code: 'merge.unfit' })
  })
})
