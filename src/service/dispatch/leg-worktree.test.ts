import { beforeEach, describe, expect, it } from 'vitest'
import type { Finding } from '#domain/worktree/moves.ts'
import type { Standing } from '#domain/worktree/worktree.ts'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'
import { cleanStanding, handOver, makeWorktreeReady, minutes, plan } from '../../../test/work.ts'
import type { Place } from '../facts.ts'

const agent = 'agent:builder-1'

describe.each(databases)('the worktree of a leg on %s', database => {
  let house: TestHouse
  let place: Place
  let standing: Standing | undefined
  beforeEach(async () => {
    place = { outcome: 'fit', root: '/srv/beds', isolation: 'isolated' }
    standing = undefined
    house = await openHouse(database, {
      places: async () => ({ node: 'node-1', of: () => place }),
      folder: async () => ({ standing }),
    })
    return () => house.close()
  })

  const settle = (worktreeId: number, finding: Finding) =>
    house.call('worktree.settle', { worktreeId, finding }, 'system:runner', 'system')
  const reconcile = () => house.call('dispatch.reconcile', { wasAway: false }, 'system:reconciler', 'system')
  const worktreeOf = async (dispatchId: number): Promise<number> =>
    (await house.call('dispatch.show', { dispatchId })).dispatch.worktreeId ?? 0

  it('that lies with work that is not committed is told of to whoever finishes, and in the trace', async () => {
    const { briefId, dispatchId } = await handOver(house, 'Leave it lying')
    const { token } = await house.call('dispatch.claim', { dispatchId }, agent)
    standing = { ...cleanStanding, modified: 1, untracked: 2 }
    const { next } = await house.call('dispatch.complete', { dispatchId, token, summary: 'Done.' }, agent)
    expect(next).toContain('3 files lie uncommitted')
    expect(next).toContain('Nothing is committed on flower/')
    const { trace } = await house.call('recall.brief', { briefId })
    expect(trace.find(each => each.type === 'completed')?.words).toContain('3 files not committed')
  })

  it('is asked for at the hand-over, and its agent is told to wait until it is ready', async () => {
    const { briefId, dispatchId } = await handOver(house, 'Water the roses')
    const worktreeId = await worktreeOf(dispatchId)
    const { packet } = (await house.call('dispatch.show', { dispatchId })).dispatch
    expect(packet).toContain(`/srv/beds/${briefId}-water-the-roses (w${worktreeId})`)
    expect(packet).not.toContain('worktree add')
    const claimed = await house.call('dispatch.claim', { dispatchId }, agent)
    expect(claimed.worktree).toMatchObject({
      worktreeId,
      path: `/srv/beds/${briefId}-water-the-roses`,
      worktreePath: `/srv/beds/${briefId}-water-the-roses`,
      state: 'creating',
    })
    expect(claimed.next).toContain('Wait')
    const { token } = claimed
    const beat = () => house.call('dispatch.heartbeat', { dispatchId, token }, agent)
    expect(await beat()).toMatchObject({ worktree: { state: 'creating' }, next: expect.stringContaining('Wait') })
    await makeWorktreeReady(house, worktreeId)
    expect(await beat()).toMatchObject({ worktree: { state: 'ready' }, next: 'Go on.' })
  })

  it('that can’t be made ready stops its agent with the reason, and is tried again by whoever claims next', async () => {
    const { dispatchId } = await handOver(house, 'Prune')
    const worktreeId = await worktreeOf(dispatchId)
    const { token } = await house.call('dispatch.claim', { dispatchId }, agent)
    await settle(worktreeId, { what: 'failed', reason: 'npm ci: no such package' })
    const beat = await house.call('dispatch.heartbeat', { dispatchId, token }, agent)
    expect(beat).toMatchObject({
      worktree: { state: 'failed', reason: 'npm ci: no such package' },
      next: expect.stringContaining('prepare_failed'),
    })
    await house.call('dispatch.release', { dispatchId, token, reason: 'prepare_failed' }, agent)
    const again = await house.call('dispatch.claim', { dispatchId }, agent)
    expect(again.worktree).toMatchObject({ worktreeId, state: 'creating' })
  })

  it('is none for a design, which changes no file', async () => {
    const briefId = await plan(house, 'Think', { designLoop: true })
    const { dispatchId, leg, packet, worktreeId } = await house.call('brief.dispatch', { briefId })
    expect({ leg, worktreeId }).toEqual({ leg: 'design', worktreeId: undefined })
    expect(packet).not.toContain('worktree add')
    const claimed = await house.call('dispatch.claim', { dispatchId }, agent)
    expect(claimed).toMatchObject({ worktree: { state: 'none' }, next: expect.stringMatching(/^Do what the packet/) })
  })

  it('is the same for a later leg, and is looked at anew before it when that was a while ago', async () => {
    const { briefId, dispatchId } = await handOver(house, 'Build it', { review: true })
    const worktreeId = await worktreeOf(dispatchId)
    await makeWorktreeReady(house, worktreeId)
    const { token } = await house.call('dispatch.claim', { dispatchId }, agent)
    house.pass(minutes(4))
    const { nextDispatchId = 0 } = await house.call('dispatch.complete', { dispatchId, token, summary: 'Done' }, agent)
    expect(await worktreeOf(nextDispatchId)).toBe(worktreeId)
    // Whoever starts right away finds it as it was left.
    expect((await house.call('worktree.list', { briefId })).items).toMatchObject([{ status: 'ready' }])
    house.pass(minutes(2))
    await house.call('dispatch.claim', { dispatchId: nextDispatchId }, 'agent:reviewer-1')
    expect((await house.call('worktree.list', { briefId })).items).toMatchObject([{ status: 'preparing' }])
  })

  it('that nobody has looked at for a while is looked at before its agent begins', async () => {
    const { dispatchId } = await handOver(house, 'Later')
    await makeWorktreeReady(house, await worktreeOf(dispatchId))
    house.pass(minutes(10))
    expect((await house.call('dispatch.claim', { dispatchId }, agent)).worktree.state).toBe('preparing')
  })

  it('whose folder is gone is asked for anew, for a queued and for a held dispatch', async () => {
    const queued = await handOver(house, 'Queued')
    const held = await handOver(house, 'Held')
    await house.call('dispatch.claim', { dispatchId: held.dispatchId }, agent)
    for (const { dispatchId } of [queued, held]) {
      const before = await worktreeOf(dispatchId)
      await makeWorktreeReady(house, before)
      await settle(before, { what: 'gone', reason: 'Somebody deleted it.' })
      await reconcile()
      const after = await worktreeOf(dispatchId)
      expect(after).not.toBe(before)
      expect((await house.call('worktree.show', { worktreeId: after })).worktree).toMatchObject({ status: 'creating' })
    }
  })

  it('that an operator removed comes back at the claim, on the same branch', async () => {
    const { briefId, dispatchId } = await handOver(house, 'Removed')
    const worktreeId = await worktreeOf(dispatchId)
    await makeWorktreeReady(house, worktreeId)
    await house.call('worktree.remove', { worktreeId })
    await settle(worktreeId, { what: 'removed', rescue: null, trash: null, leftOut: [], branchDeleted: false })
    await reconcile()
    expect((await house.call('worktree.list', { briefId })).items).toEqual([])
    const claimed = await house.call('dispatch.claim', { dispatchId }, agent)
    expect(claimed.worktree).toMatchObject({ state: 'creating' })
    const fresh = (await house.call('worktree.list', { briefId })).items
    expect(fresh).toMatchObject([{ id: claimed.worktree.worktreeId, branch: claimed.branch }])
  })

  it('is left out with the reason where none can be made, and made at the claim once one can be', async () => {
    place = { outcome: 'unfit', because: 'MAIN is not at /srv/garden', cure: 'Register it again.' }
    const briefId = await plan(house, 'Homeless')
    const dispatched = await house.call('brief.dispatch', { briefId })
    expect(dispatched).toMatchObject({ next: expect.stringContaining('MAIN is not at /srv/garden') })
    expect(dispatched.packet).toContain('MAIN is not at /srv/garden')
    const { dispatchId } = dispatched
    const first = await house.call('dispatch.claim', { dispatchId }, agent)
    expect(first.worktree).toMatchObject({ state: 'none', reason: expect.stringContaining('Register it again.') })
    await house.call('dispatch.release', { dispatchId, token: first.token, reason: 'prepare_failed' }, agent)
    place = { outcome: 'fit', root: '/srv/beds', isolation: 'code' }
    const second = await house.call('dispatch.claim', { dispatchId }, agent)
    expect(second.worktree).toMatchObject({ state: 'creating', worktreePath: `/srv/beds/${briefId}-homeless` })
  })

  it('is never on MAIN’s own branch', async () => {
    const briefId = await plan(house, 'On main')
    expect(await house.refused('brief.dispatch', { briefId, branch: 'main' })).toMatchObject({
      code: 'input.invalid',
      data: { field: 'branch' },
    })
  })

  it('names paths in a packet as words that no shell reads as commands', async () => {
    place = { outcome: 'fit', root: '/srv/$(touch pwned)/My Projéct', isolation: 'code' }
    const briefId = await plan(house, 'Quote')
    const { packet } = await house.call('brief.dispatch', { briefId })
    expect(packet).toContain(`'/srv/$(touch pwned)/My Projéct/${briefId}-quote'`)
  })
})
