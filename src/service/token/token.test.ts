import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findTokenByHash } from '#store/queries/settings.ts'
import { databases, openHouse, type TestHouse } from '../../../test/house.ts'
import { hashSecret } from './secret.ts'

describe.each(databases)('tokens on %s', database => {
  let house: TestHouse
  beforeAll(async () => {
    house = await openHouse(database)
  })
  afterAll(() => house.close())

  it('are kept only as what their secret hashes to', async () => {
    const { tokenId, secret } = await house.call('token.create', { name: 'Night builder', role: 'builder' })
    expect(secret).toMatch(/^flower_/)
    const row = await house.store.read(tx => findTokenByHash(tx, hashSecret(secret)))
    expect(row).toMatchObject({ id: tokenId, actor: 'agent:Night-builder', role: 'builder', kind: 'access' })
    const everything = await house.store.read(tx => tx.db.selectFrom('tokens').selectAll().execute())
    expect(JSON.stringify(everything)).not.toContain(secret)
    expect(JSON.stringify(await house.call('token.list'))).not.toContain(row?.hash)
  })

  it('are revoked once, and told of in the trace of the house', async () => {
    const { tokenId } = await house.call('token.create', { name: 'ben', role: 'operator' })
    await house.call('token.revoke', { tokenId })
    await house.call('token.revoke', { tokenId })
    const { items } = await house.call('token.list')
    expect(items.find(each => each.tokenId === tokenId)?.revokedAt).toBe(house.now())
    const events = await house.store.read(tx =>
      tx.db.selectFrom('events').select('type').where('type', 'like', 'token%').orderBy('seq').execute(),
    )
    expect(events.map(each => each.type)).toEqual(['token_created', 'token_created', 'token_revoked'])
    expect((await house.refused('token.revoke', { tokenId: 999 })).code).toBe('token.missing')
  })

  it.each([
    [{ name: 'x', role: 'builder', actor: 'system:sweep' }, '`actor`'],
    [{ name: 'x', role: 'operator', actor: 'agent:builder-1' }, '`role`'],
    [{ name: '🌹', role: 'viewer' }, '`actor`'],
    [{ name: 'x', role: 'viewer', expiresAt: '2020-01-01T00:00:00Z' }, '`expiresAt`'],
    [{ name: 'x', role: 'system' }, '`role`'],
  ])('refuse %j', async (input, field) => {
    expect((await house.refused('token.create', input)).message).toContain(field)
  })

  it('of a page are traded once for the code of a fresh link', async () => {
    const { code, path } = await house.call('system.openLink')
    expect(path).toContain(code)
    const enter = () => house.call('system.enter', { code }, 'system:door')
    const { secret } = await enter()
    const page = await house.store.read(tx => findTokenByHash(tx, hashSecret(secret)))
    expect(page).toMatchObject({ kind: 'page', role: 'operator', actor: 'operator:ada' })
    await expect(enter()).rejects.toMatchObject({ code: 'access.link_used' })
    const old = await house.call('system.openLink')
    house.pass(10 * 60_000)
    expect((await house.refused('system.enter', { code: old.code }, 'system:door')).code).toBe('access.link_used')
    expect((await house.refused('system.enter', { code: old.code })).code).toBe('role.denied')
  })

  it('is told once: no receipt of a command id keeps a secret', async () => {
    const { secret } = await house.call(
      'token.create',
      { name: 'script', role: 'viewer' },
      'operator:ada',
      'operator',
      'make-1',
    )
    const { code } = await house.call('system.openLink', {}, 'operator:ada', 'operator', 'open-1')
    const receipts = await house.store.read(tx => tx.db.selectFrom('receipts').selectAll().execute())
    expect(JSON.stringify(receipts)).not.toContain(secret)
    expect(JSON.stringify(receipts)).not.toContain(code)
  })
})
