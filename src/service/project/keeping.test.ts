import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'

describe.each(databases)('keeping projects on %s', database => {
  let house: TestHouse
  beforeAll(async () => {
    house = await openHouse(database)
  })
  afterAll(() => house.close())

  it('counts what is open in each project', async () => {
    await house.call('brief.capture', { text: 'Rake the leaves' })
    const done = await house.call('brief.capture', { text: 'Mow' })
    await house.call('brief.setStatus', { briefId: done.briefId, status: 'cancelled' })
    const { items } = await house.call('project.list')
    expect(items).toMatchObject([{ slug: 'garden', openBriefs: 1, liveDispatches: 0 }])
    expect(items[0]?.gitDir).toBe('/srv/garden/.git')
    expect((await house.call('project.show')).project).toMatchObject(items[0] ?? {})
  })

  it('gives new Briefs the defaults of their project and leaves the others as they are', async () => {
    const before = await house.call('brief.capture', { text: 'Before' })
    const { defaults } = await house.call('project.configure', { defaults: { review: true } })
    expect(defaults).toMatchObject({ review: true, autoDispatch: false })
    const after = await house.call('brief.capture', { text: 'After' })
    const rows = await house.store.read(tx =>
      tx.db
        .selectFrom('briefs')
        .select(['id', 'review'])
        .where('id', 'in', [before.briefId, after.briefId])
        .orderBy('id')
        .execute(),
    )
    expect(rows.map(row => row.review)).toEqual([0, 1])
  })

  it('makes another branch MAIN’s, unless it is not there or something waits to land on the old one', async () => {
    const named = (branch: string) => house.call('project.configure', { project: 'garden', primaryBranch: branch })
    expect(await house.refused('project.configure', { primaryBranch: 'gone' })).toMatchObject({
      code: 'project.unready',
    })
    const { mergeId } = await house.call('merge.submit', { branch: 'lilies' })
    expect(await house.refused('project.configure', { primaryBranch: 'trunk' })).toMatchObject({
      code: 'project.unready',
    })
    await house.call('merge.cancel', { mergeId })
    expect(await named('trunk')).toMatchObject({ primaryBranch: 'trunk', defaults: { review: true } })
    expect((await house.call('project.show')).project.primaryBranch).toBe('trunk')
    await house.call('merge.retry', { mergeId })
    expect((await house.call('merge.show', { mergeId })).merge.target).toBe('trunk')
    await house.call('merge.cancel', { mergeId })
    await named('main')
    const told = (await house.call('trace.list', { types: ['project_configured'] })).items
    expect(told.map(each => (each.payload as { set: object }).set)).toContainEqual({ primaryBranch: 'trunk' })
  })

  it('says where flower.yaml names another branch as MAIN’s', async () => {
    const text = 'main: { branch: trunk }\n'
    const other = await openHouse(database, { configuration: () => text })
    const shown = async () => (await other.call('project.show')).project.configuration.otherBranch
    expect(await shown()).toBe('trunk')
    await other.call('project.configure', { primaryBranch: 'trunk' })
    expect(await shown()).toBe(undefined)
    await other.close()
  })

  it('keeps the Briefs of a removed project and frees its name', async () => {
    await house.call('project.register', { path: '/srv/pond' })
    const { briefId } = await house.call('brief.capture', { text: 'Feed the fish', project: 'pond' })
    await house.call('project.remove', { project: 'pond' })
    expect((await house.refused('project.show', { project: 'pond' })).code).toBe('project.missing')
    const kept = await house.store.read(tx =>
      tx.db.selectFrom('briefs').select('text').where('id', '=', briefId).executeTakeFirst(),
    )
    expect(kept?.text).toBe('Feed the fish')
    expect(await house.call('project.register', { path: '/srv/other', name: 'pond' })).toMatchObject({
      project: 'pond',
    })
  })

  it('refuses to remove a project with work under way', async () => {
    const { briefId } = await house.call('brief.capture', { text: 'Prune', project: 'garden' })
    await house.store.write(async tx => {
      const id = tx.ledger.nextId('dispatch')
      await tx.db
        .insertInto('dispatches')
        .values({
          id, brief_id: briefId, project_id: 1, leg: 'build', kind: 'fresh', status: 'queued', attempt: 1, attempts_left: 3, harness: null, worktree_id: null,
          branch: 'flower/1-prune', note: null, packet: '', template: 'packet.build@0', token: null, holder: null, meant_for: null, lease_expires_at: null,
          waits_until: null, reason: null, created_by: 'operator:ada', created_at: house.now(), moved_at: house.now(), ended_at: null,
        }) // biome-ignore format: a row
        .execute()
    })
    expect((await house.refused('project.remove', { project: 'garden' })).code).toBe('project.busy')
  })

  it('asks nothing and lists nothing any more of a project that was taken off the list, and keeps all of it', async () => {
    await house.call('project.register', { path: '/srv/orchard', name: 'orchard' })
    const { briefId } = await house.call('brief.capture', { text: 'Graft the pears', project: 'orchard' })
    const { decisionId } = await house.call('decision.ask', {
      briefId,
      header: 'Which pears?',
      blocking: true,
      options: [{ label: 'Early' }, { label: 'Late' }],
    })
    const told = async () => [
      (await house.call('brief.list', { query: 'is:open', limit: 100 })).items.some(each => each.id === briefId),
      (await house.call('recall.decisions', { status: 'open' })).items.some(each => each.id === decisionId),
      (await house.call('recall.openLoops', {})).items.some(each => each.briefId === briefId),
      (await house.call('recall.queue', {})).waiting.some(each => each.id === briefId),
    ]
    const before = await told()
    expect(before.slice(0, 2)).toEqual([true, true])
    await house.call('project.remove', { project: 'orchard' })
    expect(await told()).toEqual([false, false, false, false])
    expect((await house.call('recall.brief', { briefId })).brief).toMatchObject({ id: briefId })
    expect((await house.call('recall.decisions', { briefId })).items).toMatchObject([{ id: decisionId }])
  })
})
