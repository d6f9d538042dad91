import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '#domain/worktree/moves.ts'
import type { Standing } from '#domain/worktree/worktree.ts'
import { databases, freshPlace, openHouse, type TestHouse } from '../../../test/house.ts'
import { cleanStanding as clean, countEvents, eventTypes, handOver, makeWorktreeReady } from '../../../test/work.ts'

const day = 86_400_000

describe.each(databases)('worktrees on %s', database => {
  let house: TestHouse
  beforeAll(async () => {
    house = await openHouse(database)
  })
  afterAll(() => house.close())

  const settle = (worktreeId: number, finding: Finding) =>
    house.call('worktree.settle', { worktreeId, finding }, 'system:runner', 'system')
  const makeReady = (worktreeId: number, standing: Partial<Standing> = {}) =>
    makeWorktreeReady(house, worktreeId, { ports: { web: 5173 }, standing })

  it('one is asked for, made, prepared, and its Brief tells of each', async () => {
    const { briefId } = await house.call('brief.capture', { text: 'Water the roses' })
    const asked = await house.call('worktree.create', { briefId })
    expect(asked).toMatchObject({
      status: 'creating',
      name: `${briefId}-water-the-roses`,
      branch: `flower/${briefId}-water-the-roses`,
      path: `/home/ada/.flower/worktrees/garden/${briefId}-water-the-roses`,
    })
    await makeReady(asked.worktreeId)
    const { worktree } = await house.call('worktree.show', { worktreeId: asked.worktreeId })
    expect(worktree).toMatchObject({ status: 'ready', base: 'a'.repeat(40), ports: { web: 5173 }, ahead: 0 })
    expect(await eventTypes(house, briefId)).toEqual(
      expect.arrayContaining(['worktree_requested', 'worktree_created', 'worktree_prepared']),
    )
  })

  it('whoever asks for one that is there is given that one, and never another', async () => {
    const { briefId } = await house.call('brief.capture', { text: 'Prune' })
    const first = await house.call('worktree.create', { briefId })
    const events = await countEvents(house)
    expect((await house.call('worktree.create', { briefId })).worktreeId).toBe(first.worktreeId)
    expect((await house.call('worktree.create', { name: first.name })).worktreeId).toBe(first.worktreeId)
    expect((await house.call('worktree.create', { branch: first.branch ?? '' })).worktreeId).toBe(first.worktreeId)
    expect(await countEvents(house)).toBe(events)
    const other = await house.refused('worktree.create', { name: first.name, branch: 'flower/other' })
    expect(other).toMatchObject({ code: 'worktree.taken', data: { worktreeId: first.worktreeId } })
  })

  it.each([
    [{}, 'name'],
    [{ name: 'Roses' }, 'name'],
    [{ name: '../roses' }, 'name'],
    [{ name: 'roses', branch: '-x' }, 'branch'],
    [{ name: 'roses', branch: 'roses..lilies' }, 'branch'],
    [{ name: 'roses', branch: 'roses.lock' }, 'branch'],
    [{ name: 'roses', branch: 'refs/heads/roses' }, 'branch'],
    [{ name: 'roses', branch: 'main' }, 'branch'],
    [{ name: 'roses', branch: 'MAIN' }, 'branch'],
    [{ follows: 'main', branch: 'x' }, 'follows'],
  ])('%j is refused by the field %s', async (input, field) => {
    const no = await house.refused('worktree.create', input)
    expect(no).toMatchObject({ code: 'input.invalid', data: { field } })
  })

  it('one that failed with words that no text keeps has failed, and says them with a mark', async () => {
    const { worktreeId } = await house.call('worktree.create', { name: 'odd' })
    await settle(worktreeId, { what: 'failed', reason: 'It said: a\0b\uD800c' })
    const { worktree } = await house.call('worktree.show', { worktreeId })
    expect(worktree).toMatchObject({ status: 'failed', reason: 'It said: a\u2400b\uFFFDc' })
  })

  it('one that failed is tried again by whoever asks for it', async () => {
    const { worktreeId } = await house.call('worktree.create', { name: 'again' })
    await settle(worktreeId, { what: 'failed', reason: 'The disk is full.' })
    expect((await house.call('worktree.show', { worktreeId })).worktree).toMatchObject({
      status: 'failed',
      reason: 'The disk is full.',
    })
    expect(await house.call('worktree.create', { name: 'again' })).toMatchObject({ worktreeId, status: 'creating' })
  })

  it('what is nowhere else keeps it, unless somebody says so; then it can be restored for a month', async () => {
    const { worktreeId } = await house.call('worktree.create', { name: 'dirty' })
    await makeReady(worktreeId, { modified: 2, untracked: 1, ahead: 3 })
    const no = await house.refused('worktree.remove', { worktreeId })
    expect(no).toMatchObject({ code: 'worktree.dirty', data: { modified: 2, untracked: 1, ahead: 3 } })
    expect(await house.call('worktree.remove', { worktreeId, confirm: true })).toMatchObject({ status: 'removing' })
    expect((await house.refused('worktree.create', { name: 'dirty' })).code).toBe('worktree.ended')
    const rescue = 'refs/flower/rescue/dirty/1'
    await settle(worktreeId, { what: 'begun', journal: { of: 'remove', rescue, trash: '/t/1' } })
    await settle(worktreeId, { what: 'removed', rescue, trash: '/t/1', leftOut: [], branchDeleted: false })
    expect((await house.call('worktree.list', {})).items.map(each => each.id)).not.toContain(worktreeId)
    expect(await house.call('worktree.restore', { worktreeId })).toMatchObject({ status: 'creating' })
    await settle(worktreeId, { what: 'failed', reason: 'Something is in the way.' })
    house.pass(31 * day)
    expect((await house.refused('worktree.restore', { worktreeId })).code).toBe('worktree.unrestorable')
  })

  it('all that landed, in whichever way, does not keep it', async () => {
    const { worktreeId } = await house.call('worktree.create', { name: 'landed' })
    await makeReady(worktreeId, { ahead: 3, landed: true })
    expect(await house.call('worktree.remove', { worktreeId })).toMatchObject({ status: 'removing' })
    // The folder turned out to be dirty after all.
    await settle(worktreeId, { what: 'kept', reason: 'It holds 1 modified.', standing: { ...clean, modified: 1 } })
    expect((await house.call('worktree.show', { worktreeId })).worktree).toMatchObject({
      status: 'ready',
      dirty: { modified: 1 },
    })
  })

  it('an agent that holds a dispatch in it keeps it, confirmed or not', async () => {
    const { briefId } = await handOver(house, 'Held work')
    const { worktreeId } = await house.call('worktree.create', { briefId })
    await makeReady(worktreeId)
    const claimed = await house.call('dispatch.claim', {}, 'agent:builder-1')
    expect(claimed.worktree).toMatchObject({ worktreeId, worktreePath: expect.stringContaining('held-work') })
    const no = await house.refused('worktree.remove', { worktreeId, confirm: true })
    expect(no).toMatchObject({ code: 'worktree.held', data: { holders: expect.stringContaining('agent:builder-1') } })
    expect((await house.call('worktree.show', { worktreeId })).worktree.agents).toMatchObject([
      { actor: 'agent:builder-1' },
    ])
    await house.call(
      'dispatch.complete',
      { dispatchId: claimed.dispatchId, token: claimed.token, summary: 'Done' },
      'agent:builder-1',
    )
    expect(await house.call('worktree.remove', { worktreeId })).toMatchObject({ status: 'removing' })
  })

  it('a hand-over goes to the worktree of its Brief, and the packet says where that is', async () => {
    const { briefId } = await house.call('brief.capture', { text: 'With a place', spec: 'Do it' })
    await house.call('brief.setStatus', { briefId, status: 'planned' })
    const { worktreeId, path, branch } = await house.call('worktree.create', { briefId })
    const dispatched = await house.call('brief.dispatch', { briefId })
    expect(dispatched).toMatchObject({ branch, packet: expect.stringContaining(path) })
    expect(dispatched.packet).not.toContain('worktree add')
    expect((await house.call('dispatch.show', { dispatchId: dispatched.dispatchId })).dispatch).toMatchObject({
      worktreeId,
    })
    await house.call('dispatch.cancel', { dispatchId: dispatched.dispatchId })
    expect((await house.refused('brief.dispatch', { briefId, worktreeId: 999 })).code).toBe('worktree.missing')
  })

  it('a finding that comes late changes nothing', async () => {
    const { worktreeId } = await house.call('worktree.create', { name: 'late' })
    await makeReady(worktreeId)
    const events = await countEvents(house)
    await settle(worktreeId, { what: 'failed', reason: 'late' })
    await settle(worktreeId, { what: 'removed', rescue: null, trash: null, leftOut: [], branchDeleted: true })
    expect((await house.call('worktree.show', { worktreeId })).worktree.status).toBe('ready')
    expect(await countEvents(house)).toBe(events)
  })

  it('only the house itself settles, and only it hears of errands', async () => {
    expect((await house.refused('worktree.errands', { node: 'node-1' })).code).toBe('role.denied')
    const { worktreeId } = await house.call('worktree.create', { name: 'mine' })
    const finding = { what: 'gone', reason: 'I say so' }
    expect((await house.refused('worktree.settle', { worktreeId, finding })).code).toBe('role.denied')
  })

  it('two agents on the same paths are told of each other, and nobody is stopped', async () => {
    const { briefId, dispatchId } = await handOver(house, 'Shared work')
    const { token } = await house.call('dispatch.claim', { dispatchId }, 'agent:one')
    await house.call('file.claim', { paths: ['src/**'], minutes: 10 }, 'agent:one')
    const met = await house.call('file.claim', { paths: ['src/a.ts', 'docs'], project: 'garden' }, 'agent:two')
    expect(met.overlaps).toMatchObject([{ path: 'src/a.ts', otherPath: 'src/**', holder: 'agent:one' }])
    const heard = await house.call('dispatch.heartbeat', { dispatchId, token }, 'agent:one')
    expect(heard.overlaps).toEqual([{ path: 'src/**', otherPath: 'src/a.ts', holder: 'agent:two' }])
    expect(await eventTypes(house, briefId)).toEqual(expect.arrayContaining(['file_claimed', 'file_overlapped']))
    expect((await house.call('file.list', { project: 'garden' })).items).toHaveLength(3)
    expect(await house.call('file.release', {}, 'agent:two')).toMatchObject({ released: ['docs', 'src/a.ts'] })
    house.pass(11 * 60_000)
    expect((await house.call('file.list', { project: 'garden' })).items).toEqual([])
    expect((await house.refused('file.claim', { paths: ['../x'] }, 'agent:two')).code).toBe('input.invalid')
  })

  it('a node goes by the name that nobody else has, and keeps its worktrees when it is called anew', async () => {
    const greet = (id: string, name: string, root = '/srv/elsewhere') =>
      house.call('node.greet', { id, name, root }, 'system:runner', 'system')
    expect(await greet('node-1', 'meadow')).toMatchObject({ name: 'meadow' })
    const { worktreeId } = await house.call('worktree.create', { name: 'on-a-node' })
    const nodeOf = async () => (await house.call('worktree.show', { worktreeId })).worktree.node
    expect(await nodeOf()).toBe('meadow')
    expect(await greet('node-1', 'orchard')).toMatchObject({ name: 'orchard', taken: 0 })
    expect(await nodeOf()).toBe('orchard')
    expect(await greet('node-2', 'orchard')).toMatchObject({ name: 'orchard-2' })
    expect((await house.refused('node.greet', { id: 'node-3', name: 'x', root: '/' })).code).toBe('role.denied')
  })

  it('how much disk it takes is kept until it is prepared from something else or removed', async () => {
    const { worktreeId } = await house.call('worktree.create', { name: 'measured' })
    const disk = { bytes: 4096, at: '2026-03-02T09:00:00.000Z' }
    const shown = async () => (await house.call('worktree.show', { worktreeId })).worktree.disk
    await settle(worktreeId, { what: 'measured', disk })
    expect(await shown()).toBeNull()
    await makeReady(worktreeId)
    const events = await countEvents(house)
    await settle(worktreeId, { what: 'measured', disk })
    expect(await shown()).toEqual(disk)
    expect(await countEvents(house)).toBe(events)
  })
})

describe.each(databases)('worktrees on nodes of one %s store', database => {
  const errandsOf = async (house: TestHouse, node: string): Promise<string[]> =>
    (await house.call('worktree.errands', { node }, 'system:runner', 'system')).items.map(each => each.worktree.name)

  it('each node hears of its own alone', async () => {
    const place = await freshPlace(database)
    const one = await openHouse(database, { at: place.at, node: 'node-1' })
    const two = await openHouse(database, { at: place.at, node: 'node-2', project: false })
    await one.call('worktree.create', { name: 'roses' })
    await two.call('worktree.create', { name: 'tulips' })
    expect(await errandsOf(two, 'node-1')).toEqual(['roses'])
    expect(await errandsOf(one, 'node-2')).toEqual(['tulips'])
    await one.close()
    await two.close()
    await place.drop()
  })

  it('those from before there were nodes come to the node on whose disk they are', async () => {
    const place = await freshPlace(database)
    const old = await openHouse(database, { at: place.at, node: '' })
    for (const name of ['roses', 'tulips']) await old.call('worktree.create', { name })
    const elsewhere = await openHouse(database, { at: place.at, node: '', worktrees: '/srv/apart', project: false })
    await elsewhere.call('worktree.create', { name: 'apart' })
    const greet = (id: string, root: string) =>
      old.call('node.greet', { id, name: id, root }, 'system:runner', 'system')
    const { taken } = await greet('node-1', '/home/ada/.flower/worktrees')
    // A database in a file is on one node, with all that it knows of.
    expect(taken).toBe(database === 'sqlite' ? 3 : 2)
    expect((await greet('node-1', '/home/ada/.flower/worktrees')).taken).toBe(0)
    expect(await errandsOf(old, 'node-1')).toEqual(expect.arrayContaining(['roses', 'tulips']))
    await old.close()
    await elsewhere.close()
    await place.drop()
  })
})
