import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databases, openHouse, type TestHouse } from '../../test/house.ts'

const value = 'a1B2c3D4e5'.repeat(4)
const printed = `It prints:\nDB_PASSWORD=${value}\nPORT=3000`

describe.each(databases)('an agent that tells what it saw printed, on %s', database => {
  let house: TestHouse
  let briefId: number
  beforeAll(async () => {
    house = await openHouse(database)
    briefId = (await house.call('brief.capture', { text: 'Water the roses' })).briefId
    await house.call('brief.append', { briefId, body: printed }, 'agent:builder')
    await house.call('brief.writeSpec', { briefId, spec: printed, revision: 0 }, 'agent:designer', 'designer')
    await house.call('scratchpad.write', { title: 'Beds', body: printed }, 'agent:builder')
    await house.call('decision.ask', { briefId, header: 'Which?', body: printed }, 'agent:builder')
  })
  afterAll(() => house.close())

  it('has the secrets in it redacted in the trace, the spec, the export and the index, and the rest kept', async () => {
    const told = await Promise.all([
      house.call('recall.brief', { briefId }),
      house.call('trace.list', { briefId }),
      house.call('data.export', { format: 'jsonl' }),
    ])
    expect(told.map(each => JSON.stringify(each)).filter(each => each.includes(value))).toEqual([])
    expect(told[0].spec).toBe('It prints:\nDB_PASSWORD=[redacted: value]\nPORT=3000')
    expect((await house.call('recall.search', { query: value })).items).toEqual([])
    expect((await house.call('recall.search', { query: 'prints' })).items.length).toBeGreaterThan(0)
    expect((await house.call('trace.verify', {})).ok).toBe(true)
  })

  it('keeps what a person writes to the character', async () => {
    await house.call('brief.append', { briefId, body: printed })
    const { items } = await house.call('trace.list', { briefId, types: ['note_added'] })
    const [{ payload } = { payload: {} }] = items
    expect(payload).toMatchObject({ body: printed })
  })

  it('brings a file as it is', async () => {
    // Bytes whose base64 looks like a key.
    const content = ['AKIA', 'A1B2C3D4E5F6G7H8'].join('')
    const file = { briefId, name: 'beds.bin', mediaType: 'application/octet-stream', content }
    const { attachmentId } = await house.call('brief.attach', file, 'agent:builder')
    expect((await house.call('brief.attachment', { attachmentId })).attachment.content).toBe(content)
  })
})
