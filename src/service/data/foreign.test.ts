import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dependencyIds } from '#store/queries/briefs.ts'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'

const lines = (...records: unknown[]): string => records.map(record => JSON.stringify(record)).join('\n')
const epic = { id: 'bd-1', title: 'Spring', status: 'open', priority: 1, issue_type: 'epic' }
const roses = {
  id: 'bd-2',
  title: 'Roses',
  description: 'Pay $15,000 & $1 $&\r\n',
  status: 'in_progress',
  priority: 0,
  labels: ['bed'],
  created_at: '2026-01-02T03:04:05Z',
  dependencies: [
    { issue_id: 'bd-2', depends_on_id: 'bd-1', type: 'parent-child' },
    { issue_id: 'bd-2', depends_on_id: 'bd-3', type: 'blocks' },
  ],
  comments: [{ id: 1, issue_id: 'bd-2', author: 'Ben', text: 'Red ones', created_at: '2026-01-02T10:00:00Z' }],
}
const dig = { id: 'bd-3', title: 'Dig', status: 'closed', closed_at: '2026-01-02T00:00:00Z', priority: 2 }

describe.each(databases)('importing foreign Briefs on %s', database => {
  let house: TestHouse
  const beads = lines(roses, epic, dig)
  const count = async (): Promise<number> => (await house.call('system.info')).seq
  beforeAll(async () => {
    house = await openHouse(database)
  })
  afterAll(() => house.close())

  it('tells in a dry run what it would do, and writes nothing', async () => {
    const before = await count()
    const dry = await house.call('data.import', { format: 'beads', content: beads, dryRun: true })
    expect(dry).toMatchObject({ made: 3, unchanged: 0, conflicts: 0, briefIds: [], dryRun: true, problems: [] })
    expect(await count()).toBe(before)
  })

  it('makes Briefs with their status, relations, times and notes', async () => {
    const { made, briefIds } = await house.call('data.import', { format: 'beads', content: beads })
    expect(made).toBe(3)
    const rows = await house.store.read(tx => tx.db.selectFrom('briefs').selectAll().orderBy('id').execute())
    expect(rows.map(row => row.id)).toEqual(briefIds)
    const [spring, rose, done] = rows
    expect(spring).toMatchObject({ import_key: 'beads:bd-1', status: 'planned', origin: 'import' })
    expect(rose).toMatchObject({
      title: 'Roses',
      text: 'Pay $15,000 & $1 $&\r\n',
      status: 'planned',
      parent_id: spring?.id,
      priority: 0,
      created_at: '2026-01-02T03:04:05.000Z',
    })
    expect(done?.status).toBe('complete')
    expect(done?.ended_at).not.toBeNull()
    expect(await house.store.read(tx => dependencyIds(tx, rose?.id ?? 0))).toEqual([done?.id])
    const { text } = await house.call('data.export', { format: 'markdown' })
    expect(text).toContain('> Ben, 2026-01-02T10:00:00.000Z:')
    expect(text).toContain('imported beads:bd-2 from beads')
  })

  it('changes nothing when the same file comes again, even if the Briefs have moved on here', async () => {
    await house.call('brief.configure', { briefId: 1, title: 'Late spring' })
    const before = await count()
    const again = await house.call('data.import', { format: 'beads', content: beads })
    expect(again).toMatchObject({ made: 0, unchanged: 3, conflicts: 0, briefIds: [] })
    expect(await count()).toBe(before)
  })

  it('names a record that has changed, overwrites nothing, and takes the new one beside it', async () => {
    const changed = lines({ ...roses, title: 'White roses' }, epic, dig, {
      id: 'bd-4',
      title: 'Water',
      status: 'open',
      dependencies: [{ issue_id: 'bd-4', depends_on_id: 'bd-2', type: 'blocks' }],
    })
    const answer = await house.call('data.import', { format: 'beads', content: changed })
    expect(answer).toMatchObject({ made: 1, unchanged: 2, conflicts: 1, briefIds: [4] })
    expect(answer.problems).toEqual([{ where: 'beads:bd-2', problem: expect.stringContaining('#2 stays as it is') }])
    expect(answer.problems[0]?.problem).toContain('title')
    expect(await house.store.read(tx => dependencyIds(tx, 4))).toEqual([2])
  })

  it('keeps two projects with sources that count alike apart', async () => {
    await house.call('project.register', { path: '/srv/pond' })
    const issues = JSON.stringify([{ number: 1, title: 'Fish', state: 'OPEN', body: 'Feed' }])
    const garden = await house.call('data.import', { format: 'github', content: issues, project: 'garden' })
    const pond = await house.call('data.import', { format: 'github', content: issues, project: 'pond' })
    expect([garden.made, pond.made]).toEqual([1, 1])
    expect((await house.refused('data.import', { format: 'github', content: issues })).code).toBe('project.unclear')
  })

  it('reads task-master and Backlog.md too, and refuses what it can not read', async () => {
    const tasks = JSON.stringify({ master: { tasks: [{ id: 1, title: 'Mow', status: 'review' }] } })
    const mown = await house.call('data.import', { format: 'taskmaster', content: tasks, project: 'pond' })
    expect(mown.made).toBe(1)
    const row = await house.store.read(tx =>
      tx.db.selectFrom('briefs').select('status').where('import_key', 'like', 'taskmaster%').executeTakeFirst(),
    )
    expect(row?.status).toBe('planned')
    for (const format of ['taskmaster', 'beads', 'github', 'backlog'])
      expect((await house.refused('data.import', { format, content: 'roses', project: 'pond' })).code).toBe(
        'import.unreadable',
      )
    expect((await house.refused('data.import', { format: 'beads', project: 'pond' })).message).toContain('no file')
  })

  it('marks what no text keeps, in ids and names of authors too, and knows the record again', async () => {
    const odd = { id: 'bd-\0\ud800', title: 'Odd\0', labels: ['\0'], comments: [{ author: 'Ada\0', text: 'Why\0' }] }
    const after = { id: 'bd-9', title: 'After', dependencies: [{ depends_on_id: odd.id, type: 'blocks' }] }
    const content = lines(odd, after)
    const { made, briefIds } = await house.call('data.import', { format: 'beads', content, project: 'pond' })
    expect(made).toBe(2)
    const kept = await house.store.read(tx =>
      tx.db.selectFrom('briefs').select('import_key').where('id', 'in', briefIds).orderBy('id').execute(),
    )
    expect(kept.map(each => each.import_key)).toEqual(['beads:bd-\u2400\ufffd', 'beads:bd-9'])
    const { brief } = await house.call('recall.brief', { briefId: briefIds[1] })
    expect(brief.blocked).toHaveLength(1)
    const again = await house.call('data.import', { format: 'beads', content, project: 'pond' })
    expect(again).toMatchObject({ made: 0, unchanged: 2, conflicts: 0 })
  })

  it('starts no agents, whatever the defaults of the project are', async () => {
    await house.call('project.configure', { project: 'pond', defaults: { autoDispatch: true, review: true } })
    const issues = JSON.stringify([{ number: 2, title: 'Frogs', state: 'OPEN', body: '' }])
    const { briefIds } = await house.call('data.import', { format: 'github', content: issues, project: 'pond' })
    const row = await house.store.read(tx =>
      tx.db
        .selectFrom('briefs')
        .select(['auto_dispatch', 'review'])
        .where('id', '=', briefIds[0] ?? 0)
        .executeTakeFirst(),
    )
    expect(row).toEqual({ auto_dispatch: 0, review: 1 })
  })

  it('leaves out what has an id that is too long to be looked up, and says so', async () => {
    const long = { ...epic, id: Array.from({ length: 3_000 }, (_, at) => (at * 7_919).toString(36)).join('') }
    const answer = await house.call('data.import', {
      format: 'beads',
      content: lines(long, { ...epic, id: 'bd-9' }),
      project: 'garden',
    })
    expect(answer.made).toBe(1)
    expect(answer.problems.map(each => each.problem)).toEqual(['its id is longer than 500 characters; left out'])
  })
})
