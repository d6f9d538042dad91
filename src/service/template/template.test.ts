import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInTemplates } from '#domain/packet.ts'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'

describe.each(databases)('templates on %s', database => {
  let house: TestHouse
  const name = 'packet.build'
  beforeAll(async () => {
    house = await openHouse(database)
  })
  afterAll(() => house.close())

  it('begin with the versions that came with the house', async () => {
    const { items } = await house.call('template.list')
    expect(items.map(each => [each.name, each.version, each.builtIn])).toEqual(
      Object.keys(builtInTemplates).map(each => [each, 0, true]),
    )
    expect((await house.refused('template.show', { name: 'packet.dig' })).code).toBe('template.missing')
    expect((await house.refused('template.show', { name: 'toString' })).code).toBe('template.missing')
  })

  it('keep each version, refuse a stale writer and go back to an older one', async () => {
    await house.call('template.update', { name, body: 'Dig {{brief}}', version: 0 })
    expect(await house.refused('template.update', { name, body: 'Sow {{brief}}', version: 0 })).toMatchObject({
      code: 'template.changed',
      data: { version: 1, yours: 0 },
    })
    expect((await house.call('template.update', { name, body: 'Sow {{brief}}', version: 1 })).version).toBe(2)
    expect((await house.call('template.revert', { name, to: 0 })).version).toBe(3)
    const { template, versions } = await house.call('template.show', { name })
    expect(template).toMatchObject({ version: 3, body: builtInTemplates[name], updatedBy: 'operator:ada' })
    expect(versions.map(each => each.version)).toEqual([3, 2, 1, 0])
    expect((await house.call('template.show', { name, version: 1 })).template.body).toBe('Dig {{brief}}')
  })

  it('name the word that no packet has', async () => {
    const refusal = await house.refused('template.update', { name, body: '{{weather}}', version: 3 })
    expect(refusal.code).toBe('template.invalid')
    expect(refusal.message).toContain('{{weather}}')
  })

  it('show the packet that a hand-over then gives, and one of an unsaved text', async () => {
    const { briefId } = await house.call('brief.capture', { text: 'Plant the hedge' })
    const { packet, packetTokens } = await house.call('template.preview', { name, briefId })
    expect(packetTokens).toBe(Math.ceil(packet.length / 4))
    await house.call('brief.setStatus', { briefId, status: 'planned' })
    const { dispatchId } = await house.call('brief.dispatch', { briefId })
    const shown = await house.call('dispatch.show', { dispatchId })
    expect(shown.dispatch.packet).toBe(packet)
    const unsaved = await house.call('template.preview', { name, briefId, body: 'Only {{ title }}.' })
    expect(unsaved.packet).toBe('Only Plant the hedge.\n')
    const wrong = await house.refused('template.preview', { name, briefId, body: '{{nothing}}' })
    expect(wrong.code).toBe('template.invalid')
  })
})
