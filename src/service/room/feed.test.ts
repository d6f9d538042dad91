import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'

describe.each(databases)('the feed of a room on %s', database => {
  let house: TestHouse
  beforeAll(async () => {
    house = await openHouse(database)
    await house.call('brief.capture', { text: 'Water the roses' })
    await house.call('brief.configure', { briefId: 1, priority: 0 })
    await house.call('decision.ask', { header: 'Which hose?', briefId: 1, options: ['Long', 'Short'] })
  })
  afterAll(() => house.close())

  const types = async (input: object) => (await house.call('room.feed', input)).items.map(each => each.type)

  it('tells what matters, and on request all that led up to it', async () => {
    expect(await types({})).toEqual(['decision_asked', 'captured', 'project_registered'])
    expect(await types({ noise: true })).toEqual(expect.arrayContaining(['configured', 'participant_joined']))
  })

  it('goes on from where somebody has read to, and back by pages', async () => {
    const { items } = await house.call('room.feed', { project: 'garden' })
    const captured = items.find(each => each.type === 'captured')?.seq ?? 0
    expect(await types({ after: captured })).toEqual(['decision_asked'])
    expect(await types({ before: captured })).toEqual(['project_registered'])
    expect(await types({ limit: 1 })).toEqual(['decision_asked'])
    expect((await house.refused('room.feed', { project: 'moon' })).code).toBe('project.missing')
  })
})
