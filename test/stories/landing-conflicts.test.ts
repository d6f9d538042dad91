import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Scene, startScene, wait } from '../landing/garden.ts'

describe('branches that don’t go together', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await startScene()
  })
  afterAll(() => scene.remove())

  it('of a rename and a new use of the old name exactly one lands; the other comes back with the gate’s log, is mended, and lands', async () => {
    const garden = await scene.garden('semantic')
    await scene.client.call('merge.pause', { project: 'semantic' })
    const renames = await garden.built('Call roses by their Latin name', {
      flowers: 'lily\nrosa\n',
      'beds-east': 'rosa\n',
    })
    const uses = await garden.built('Roses in the west too', { 'beds-west': 'rose\n' })
    const ends = [garden.settled(renames.briefId), garden.settled(uses.briefId)]
    await scene.client.call('merge.resume', { project: 'semantic' })
    const [first, second] = await Promise.all(ends)
    const merges = [first, second].filter(each => each !== undefined)
    expect(merges.map(each => each.status).sort()).toEqual(['ejected', 'landed'])
    const [won, lost] = merges[0]?.status === 'landed' ? [renames, uses] : [uses, renames]
    const tip = await garden.tip()
    expect(await garden.status(won.briefId)).toBe('complete')

    const fix = await garden.claims(lost.briefId)
    expect(fix.leg).toBe('fix')
    expect(fix.packet).toMatch(/no ros[ea] for beds-(west|east)/)
    // With the claim it is prepared anew, as an agent waits for before its first turn.
    await expect.poll(() => garden.errand(lost.worktreeId)).toBe(null)
    await scene.client.call('worktree.sync', { worktreeId: lost.worktreeId, wait })
    expect(await scene.ground.git(lost.path, 'merge-base', 'HEAD', 'main')).toBe(tip)
    const flowers = (await garden.git('show', `main:flowers`)).includes('rosa') ? 'rosa\n' : 'rose\n'
    await garden.commits(
      lost,
      flowers === 'rosa\n'
        ? { 'beds-west': 'rosa\n' }
        : { flowers: 'lily\nrosa\n', 'beds-east': 'rosa\n', 'beds-west': 'rosa\n' },
    )
    await garden.completes(fix)
    expect(await garden.settled(lost.briefId)).toMatchObject({ status: 'landed', attempts: 1 })
    expect(garden.text('flowers')).toBe('lily\nrosa\n')
    expect(garden.text('beds-west')).toBe('rosa\n')
    expect(await garden.status(lost.briefId)).toBe('complete')
    expect(await garden.git('status', '--porcelain')).toBe('')
  })

  it('where two change the same line the second comes back with both sides, is mended, and lands', async () => {
    const garden = await scene.garden('textual')
    const one = await garden.begun('Lilies first')
    const other = await garden.begun('Roses first')
    await garden.commits(one, { flowers: 'tulip\nlily\nrose\n' })
    await garden.completes(one)
    expect(await garden.settled(one.briefId)).toMatchObject({ status: 'landed' })
    await garden.commits(other, { flowers: 'poppy\nlily\nrose\n' })
    await garden.completes(other)
    const back = await garden.settled(other.briefId)
    expect(back).toMatchObject({ status: 'conflict', reason: 'Both sides changed flowers.' })
    const fix = await garden.claims(other.briefId)
    expect(fix).toMatchObject({ leg: 'fix', worktree: { worktreePath: other.path } })
    expect(fix.packet).toContain('tulip')
    expect(fix.packet).toContain('poppy')
    await scene.ground.git(other.path, 'merge', '-q', 'main').catch(() => undefined)
    await garden.commits(other, { flowers: 'poppy\ntulip\nlily\nrose\n' })
    await garden.completes(fix)
    expect(await garden.settled(other.briefId)).toMatchObject({ status: 'landed' })
    expect(garden.text('flowers')).toBe('poppy\ntulip\nlily\nrose\n')
    // The tree of the second attempt was its own, so nothing was judged twice.
    expect(new Set(garden.judged()).size).toBe(garden.judged().length)
  })
})
