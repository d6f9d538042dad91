import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'

describe.each(databases)('the system on %s', database => {
  let house: TestHouse
  beforeAll(async () => {
    house = await openHouse(database)
  })
  afterAll(() => house.close())

  it('says who asks and whether it is paused', async () => {
    await house.call('system.pause', { note: 'Frost' })
    house.pass(1_000)
    await house.call('system.pause', { note: 'Again' })
    expect(await house.call('system.info', {}, 'agent:builder-1')).toMatchObject({
      store: database,
      actor: 'agent:builder-1',
      role: 'builder',
      paused: { note: 'Frost', by: 'operator:ada' },
      briefs: 0,
      seq: 2,
    })
    await house.call('system.resume')
    expect(await house.call('system.info')).toMatchObject({ paused: null, seq: 3 })
  })

  it('finds a healthy store without fault', async () => {
    await house.call('brief.capture', { text: 'Sweep the path' })
    const report = await house.call('system.doctor')
    expect(report.ok).toBe(true)
    expect(report.complaints.map(each => each.what)).toEqual(['The reconciler has not run yet.'])
    expect(report.looked).toContain('chain head')
  })

  it('names a lease that nobody holds, a Brief that search misses and a broken head, each with a cure', async () => {
    const { briefId } = await house.call('brief.capture', { text: 'Cut the hedge' })
    await house.store.write(async tx => {
      await tx.db
        .insertInto('dispatches')
        .values({
          id: tx.ledger.nextId('dispatch'), brief_id: briefId, project_id: 1, leg: 'build', kind: 'fresh', status: 'running', attempt: 1, attempts_left: 3, harness: null,
          worktree_id: null, branch: 'b', note: null, packet: '', template: 'packet.build@0', token: 7, holder: 'agent:builder-1', meant_for: null,
          lease_expires_at: house.now(), waits_until: null, reason: null, created_by: 'operator:ada', created_at: house.now(), moved_at: house.now(), ended_at: null,
        }) // biome-ignore format: a row
        .execute()
      await tx.db.deleteFrom('documents').where('ref_id', '=', briefId).where('kind', '=', 'brief').execute()
      await tx.db
        .updateTable('chain')
        .set({ hash: 'f'.repeat(64) })
        .execute()
    })
    const { ok, complaints } = await house.call('system.doctor')
    expect(ok).toBe(false)
    const said = complaints.map(each => each.what).join(' ')
    expect(said).toContain('d1 is held, but by nobody')
    expect(said).toContain(`does not find #${briefId}`)
    expect(said).toContain('is not the one that was written')
    expect(complaints.every(each => each.cure !== '')).toBe(true)
  })
})
