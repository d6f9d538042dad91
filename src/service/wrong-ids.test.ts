import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entryOf, publicNames } from '#contract/catalogue.ts'
import { databases, openHouse, type TestHouse } from '../../test/house.ts'

const beside: Record<string, object> = { 'template.preview': { name: 'packet.build' } }
const reads = publicNames.filter(name => entryOf(name).effect === 'read' && 'briefId' in entryOf(name).input.shape)

describe.each(databases)('an id of nothing on %s', database => {
  let house: TestHouse
  beforeAll(async () => {
    house = await openHouse(database)
  })
  afterAll(() => house.close())

  it.each(reads)('is told by %s as missing, never as an empty list', async name => {
    const no = await house.refused(name, { ...beside[name], briefId: 999 })
    expect(no).toMatchObject({ code: 'brief.missing', data: { briefId: 999 } })
  })

  it('is refused as a dependency to be taken away', async () => {
    const { briefId } = await house.call('brief.capture', { text: 'Water the roses' })
    const no = await house.refused('brief.relate', { briefId, removeDependsOn: [999] })
    expect(no).toMatchObject({ code: 'brief.missing', data: { briefId: 999 } })
  })

  it('is refused where a note is written on from a revision of none', async () => {
    const no = await house.refused('scratchpad.write', { title: 'Plan', body: 'North bed', revision: 3 })
    expect(no).toMatchObject({ code: 'input.invalid', data: { field: 'scratchpadId' } })
  })

  it('is refused as the cursor of a list', async () => {
    for (const [name, cursor] of [
      ['recall.decisions', 'open~9999999999'],
      ['worktree.list', '9999999999'],
      ['scratchpad.list', '2026-03-02T09:00:00.000Z~9999999999'],
    ] as const)
      expect(await house.refused(name, { cursor })).toMatchObject({ code: 'input.invalid', data: { field: 'cursor' } })
  })
})
