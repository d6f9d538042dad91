import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'

describe.each(databases)('feedback on %s', database => {
  let house: TestHouse
  beforeAll(async () => {
    house = await openHouse(database)
  })
  afterAll(() => house.close())

  it('is filed beside the work and becomes a Brief once', async () => {
    const { feedbackId } = await house.call(
      'feedback.file',
      { kind: 'bug', summary: 'The gate squeaks', detail: 'Only when it rains.', project: 'garden' },
      'agent:builder-1',
      'builder',
    )
    const { briefId } = await house.call('feedback.promote', { feedbackId })
    expect(await house.call('feedback.promote', { feedbackId })).toMatchObject({ briefId })
    const { brief, trace } = await house.call('recall.brief', { briefId })
    expect(brief).toMatchObject({ title: 'The gate squeaks', origin: 'feedback', project: 'garden' })
    expect(trace.map(each => each.type)).toContain('feedback_promoted')
  })

  it('is listed newest first, by its kind, its project and whether a Brief was made of it', async () => {
    for (const kind of ['idea', 'note', 'tool'] as const)
      await house.call('feedback.file', { kind, summary: `A ${kind}` })
    const open = await house.call('feedback.list', { limit: 2 })
    expect(open.items.map(each => each.summary)).toEqual(['A tool', 'A note'])
    expect(open.items[0]).toMatchObject({ project: null, briefId: null, filedBy: 'operator:ada' })
    const { nextCursor: cursor } = open
    expect(open.total).toBe(3)
    expect((await house.call('feedback.list', { limit: 2, cursor })).items.map(each => each.kind)).toEqual(['idea'])
    expect((await house.call('feedback.list', { state: 'promoted', project: 'garden' })).total).toBe(1)
    expect((await house.call('feedback.list', { state: 'all', kind: 'bug' })).total).toBe(1)
  })

  it('about the house becomes a Brief of the project that is named', async () => {
    const { feedbackId } = await house.call('feedback.file', { kind: 'idea', summary: 'More light' })
    expect((await house.refused('feedback.promote', { feedbackId, project: 'moon' })).code).toBe('project.missing')
    const { briefId } = await house.call('feedback.promote', { feedbackId, project: 'garden' })
    expect((await house.call('recall.brief', { briefId })).brief.project).toBe('garden')
    expect((await house.refused('feedback.promote', { feedbackId: 99 })).code).toBe('feedback.missing')
  })
})
