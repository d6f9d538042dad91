import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Scene, startScene } from '../landing/garden.ts'

describe('thirty branches at once', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await startScene()
  })
  afterAll(() => scene.remove())

  it('three bad ones are sent back, twenty-seven land, no tree is judged twice, and each commit of MAIN is proven', async () => {
    const garden = await scene.garden('many')
    const first = await garden.tip()
    await scene.client.call('merge.pause', { project: 'many' })
    const bad = new Set([4, 13, 27])
    const lanes = Array.from({ length: 30 }, (_, at) => `lane-${at}`)
    const bedsOf = (at: number) => ({ [`beds-${at}`]: bad.has(at) ? 'weed\n' : 'rose\n' })
    await garden.branches(Object.fromEntries(lanes.map((lane, at) => [lane, bedsOf(at)])))
    const ids: number[] = []
    for (const branch of lanes) ids.push((await scene.client.call('merge.submit', { branch, project: 'many' })).mergeId)
    await scene.client.call('merge.resume', { project: 'many' })
    const live = async () => (await scene.client.call('merge.queue', { project: 'many' })).items.length
    await expect.poll(live, { timeout: 110_000, interval: 500 }).toBe(0)
    const merges = await Promise.all(ids.map(id => garden.shown(id)))
    expect(merges.map(each => each.status)).toEqual(ids.map((_, at) => (bad.has(at) ? 'ejected' : 'landed')))
    for (const at of bad) {
      expect(merges[at]?.reason).toContain('beds')
      expect(merges[at]?.verdicts[0]?.lines).toContain(`no weed for beds-${at}`)
    }
    for (const at of ids.keys()) {
      const there = await garden.git('ls-tree', '--name-only', 'main', '--', `beds-${at}`)
      expect(there).toBe(bad.has(at) ? '' : `beds-${at}`)
    }
    // The gate itself writes each run down, outside of flower: a red tree has the one more run that tells a flake.
    const runs = Map.groupBy(garden.judged(), tree => tree)
    const { items } = await scene.client.call('merge.landings', { project: 'many', limit: 100 })
    for (const { tree } of items) expect(runs.get(tree)?.length ?? 0).toBe(1)
    for (const [tree, each] of runs) {
      const said = merges.flatMap(merge => merge.verdicts.filter(verdict => verdict.tree === tree))
      expect(each.length, JSON.stringify(said, null, 1)).toBeLessThanOrEqual(2)
    }
    const history = (await garden.git('log', '--first-parent', '--format=%H %T', 'main', `^${first}^`)).split('\n')
    expect(history.length).toBe(items.length)
    const proven = new Map(items.map(each => [each.commit, each]))
    for (const line of history) {
      const [commit = '', tree] = line.split(' ')
      expect(proven.get(commit)).toMatchObject({ tree, gates: [{ gate: 'beds', verdict: 'passed' }] })
    }
    expect(await garden.git('status', '--porcelain')).toBe('')
  })
})
