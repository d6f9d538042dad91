import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Garden, type Scene, startScene } from '../landing/garden.ts'

describe('commits are tied to their Briefs by their trailers', () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await startScene()
  })
  afterAll(() => scene.remove())

  const briefIn = async (garden: Garden, text: string) =>
    (await scene.client.call('brief.capture', { text, project: garden.name })).briefId
  const linked = async (briefId: number) =>
    (await scene.client.call('recall.brief', { briefId })).links
      .filter(each => each.type === 'commit')
      .map(each => each.ref)
      .toSorted()
  /** flower looks at the latest when something happens; this makes something happen. */
  const look = (garden: Garden) =>
    scene.client.call('worktree.create', { name: `look-${++looks}`, project: garden.name })
  let looks = 0
  const eventually = async (garden: Garden, briefId: number, commits: string[]) => {
    await look(garden)
    await expect.poll(() => linked(briefId)).toEqual(commits.toSorted())
  }

  it('wherever they were made: in a worktree, in MAIN by hand, on another machine; and no loose number links', async () => {
    const garden = await scene.garden('made')
    await garden.judging(0)
    const first = await briefIn(garden, 'First')
    const work = await garden.begun('Lilies in the west')
    const inWorktree = await garden.commits(work, { 'beds-west': 'lily\n' })
    const byHand = await garden.commit({ 'beds-north': 'rose\n' }, `Roses\n\nBrief: #${work.briefId}`)
    const clone = join(scene.ground.path, 'made-elsewhere')
    await scene.ground.git(scene.ground.path, 'clone', '-q', garden.path, clone)
    await writeFile(join(clone, 'beds-south'), 'rose\n')
    await scene.ground.git(clone, 'add', '-A')
    await scene.ground.git(clone, 'commit', '-qm', `South\n\nBrief: #${work.briefId}`)
    await scene.ground.git(clone, 'push', '-q', 'origin', 'HEAD:refs/heads/from-elsewhere')
    const pushed = await scene.ground.git(clone, 'rev-parse', 'HEAD')
    for (const message of [
      `fix #${first}`,
      `BR-${first}`,
      `BR-${first}0`,
      `Talk\n\nBrief: ${first}`,
      `Brief: #${first}\n\nNo trailer`,
    ])
      await scene.ground.git(clone, 'commit', '-q', '--allow-empty', '-m', message)
    await scene.ground.git(clone, 'commit', '-q', '--allow-empty', '-m', `Nobody\n\nBrief: #${first}00`)
    await scene.ground.git(clone, 'push', '-q', 'origin', `HEAD:refs/heads/br-${first}-2`)
    await eventually(garden, work.briefId, [inWorktree, byHand, pushed])
    expect(await linked(first)).toEqual([])
  })

  it.each(['rebase', 'squash'] as const)('once, through a %s too', async style => {
    const garden = await scene.garden(`through-${style}`, { yaml: `main: { landing: ${style} }\n` })
    await garden.judging(0)
    const work = await garden.begun('Beds')
    const before = [
      await garden.commits(work, { 'beds-west': 'lily\n' }, 'West'),
      await garden.commits(work, { 'beds-south': 'rose\n' }, 'South'),
    ]
    await eventually(garden, work.briefId, before)
    // MAIN moves on, so that nothing keeps its object id.
    await garden.commit({ 'beds-north': 'rose\n' })
    await garden.completes(work)
    const merge = await garden.settled(work.briefId)
    expect(merge).toMatchObject({ status: 'landed', style })
    await eventually(garden, work.briefId, merge.commits)
    expect(merge.commits).toHaveLength(style === 'rebase' ? 2 : 1)
    const author = await garden.git('log', '-1', '--format=%an <%ae>', work.branch)
    const said = await garden.git('log', '-1', '--format=%an <%ae>%n%B', 'main')
    const whole = `Land #${work.briefId} (${work.branch})\n\n* West\n\n* South\n\nBrief: #${work.briefId}`
    expect(said.trim()).toBe(`${author}\n${style === 'squash' ? whole : `South\n\nBrief: #${work.briefId}`}`)
    // Looked at once more, nothing is new.
    await eventually(garden, work.briefId, merge.commits)
  })

  it('with a merge its own commits stay, and the merge is the one that landed', async () => {
    const garden = await scene.garden('through-merge')
    const work = await garden.begun('Beds')
    const own = await garden.commits(work, { 'beds-west': 'lily\n' })
    await garden.completes(work)
    const merge = await garden.settled(work.briefId)
    await eventually(garden, work.briefId, [own, merge.landedCommit ?? ''])
  })

  it('branches that would meet are told before they do', async () => {
    const garden = await scene.garden('foreseen')
    const [one, other, apart] = [await garden.begun('One'), await garden.begun('Other'), await garden.begun('Apart')]
    await garden.commits(one, { flowers: 'lily\nrose\ntulip\n' })
    await garden.commits(other, { flowers: 'lily\nrose\npoppy\n' })
    await garden.commits(apart, { 'beds-west': 'lily\n' })
    await look(garden)
    const overlaps = async () => (await scene.client.call('main.status', { project: 'foreseen' })).main.overlaps
    await expect.poll(overlaps).toMatchObject([{ conflicts: true, files: ['flowers'] }])
    const [found] = await overlaps()
    expect(new Set([found?.branch, found?.with])).toEqual(new Set([one.branch, other.branch]))
    expect((await scene.client.call('merge.changes', { briefId: one.briefId })).overlaps).toHaveLength(1)
  })
})
