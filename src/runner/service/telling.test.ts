import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localClient } from '#client/local.ts'
import { system } from '#domain/actor.ts'
import { configurationHash } from '#domain/configuration/hash.ts'
import { newService } from '#domain/serving/service.ts'
import type { ServiceView } from '#machine/service/services.ts'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'
import { countEvents } from '../../../test/work.ts'
import { makeTelling } from './telling.ts'

const yaml = 'services: { web: { run: web, port: 5173 } }\n'

describe.each(databases)('telling how a service stands, on %s', database => {
  let house: TestHouse
  beforeAll(async () => {
    house = await openHouse(database, { configuration: () => yaml })
    await house.call('project.trust', { hash: configurationHash(yaml) })
    await house.call('service.start', { service: 'web' })
  })
  afterAll(() => house.close())

  const now = (): Promise<unknown> => house.call('service.list', {}).then(({ items }) => items[0])

  it('keeps what is new, once, and nothing that no database takes', async () => {
    const client = localClient(house.execute, { actor: system('runner'), role: 'system' })
    const faults: unknown[] = []
    let seen: ServiceView | undefined
    const telling = makeTelling(
      client,
      () => seen,
      reason => void faults.push(reason),
    )
    const [record] = (await client.call('service.errands', { node: 'node-1' })).places.flatMap(each => each.services)
    if (!record) throw new Error('there is one')
    await telling.tell('p1/web', { done: 1 })
    telling.know('p1/web', record)
    await telling.tell('p1/web', { port: 5174 })
    expect(await now()).toMatchObject({ status: 'stopped', port: 5174 })
    const state = { ...newService(0), key: 'p1/web', port: 5174, run: null, lastLines: [] }
    seen = { ...state, status: 'parked', reason: 'said \u0000\u001b[31mred', lastLines: ['\u001b[2J\u0000boom'] }
    await telling.tell('p1/web', { done: record.asked })
    expect(await now()).toMatchObject({ status: 'parked', reason: 'said red', lastLines: ['boom'] })
    const events = await countEvents(house)
    // An older look at the records changes nothing of what was told since.
    telling.know('p1/web', record)
    await telling.tell('p1/web')
    expect(await countEvents(house)).toBe(events)
    // Of one that nobody looks after any more nothing lives.
    seen = undefined
    await telling.tell('p1/web')
    expect(await now()).toMatchObject({ status: 'stopped', reason: null })
    await telling.tell('p1/web', { reason: 'its worktree is failed' })
    expect(await now()).toMatchObject({ status: 'stopped', reason: 'its worktree is failed' })
    expect(faults).toEqual([])
  })
})
