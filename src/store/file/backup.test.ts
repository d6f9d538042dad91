import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { databases, openHouse } from '../../../test/house.ts'
import { freshFolder, freshPlace, now } from '../../../test/store-place.ts'
import { verifyChain } from '../queries/verify.ts'
import { openStore } from '../store.ts'
import { tableNames } from '../tables.ts'
import { backupStore } from './backup.ts'

describe.each(databases)('a backup of %s', database => {
  it('is refused by its path where nothing can be written', async () => {
    const { place, drop } = await freshPlace(database)
    const house = await openHouse(database, { at: place })
    await expect(backupStore(place, '/nonexistent/folder/backup.db', now)).rejects.toMatchObject({
      code: 'input.invalid',
      data: { field: 'path', problem: expect.stringContaining('/nonexistent/folder/backup.db') },
    })
    await house.close()
    await drop()
  })

  it('is one file that opens as a store and holds everything, while work goes on', async () => {
    const { place, drop } = await freshPlace(database)
    const house = await openHouse(database, { at: place })
    const { briefId } = await house.call('brief.capture', { text: 'Water 🌹', spec: '# Plan\r\n' })
    await house.call('brief.attach', {
      briefId,
      name: 'rose.webp',
      mediaType: 'image/webp',
      content: Buffer.from([0, 255, 1]).toString('base64'),
    })
    await house.call('brief.split', { briefId, children: [{ text: 'One' }, { text: 'Two', after: [0] }] })
    await house.call('scratchpad.write', { title: 'Notes', body: 'Loam', briefId })
    // A parent that is younger than its child.
    const late = await house.call('brief.capture', { text: 'Epic' })
    await house.call('brief.relate', { briefId, parentId: late.briefId })
    const before = await contents(house.store)

    const { folder, drop: dropFolder } = freshFolder()
    const file = join(folder, 'backup.db')
    const copy = { isDone: false }
    const copying = backupStore(place, file, now).finally(() => {
      copy.isDone = true
    })
    let meanwhile = 0
    while (!copy.isDone) {
      await house.call('brief.append', { briefId, body: `Meanwhile ${++meanwhile}` })
    }
    const { bytes } = await copying
    expect(bytes).toBe(statSync(file).size)
    expect(readdirSync(folder)).toEqual(['backup.db'])
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const opened = await openStore({ file }, { now })
    const after = await contents(opened)
    expect(after.attachments).toEqual(before.attachments)
    expect(after.scratchpad_revisions).toEqual(before.scratchpad_revisions)
    expect(after.spec_revisions).toEqual(before.spec_revisions)
    expect(after.events?.slice(0, before.events?.length)).toEqual(before.events)
    const report = await opened.read(verifyChain)
    expect(report.fault).toBeUndefined()
    expect(report.events).toBe(after.events?.length)
    expect(after.documents?.length).toBeGreaterThanOrEqual(before.documents?.length ?? 0)
    await opened.close()

    await expect(backupStore(place, file, now)).rejects.toMatchObject({ code: 'input.invalid' })
    dropFolder()
    await house.close()
    await drop()
  })

  it('leaves nothing behind when it fails', async () => {
    const { place, drop } = await freshPlace(database)
    await (await openStore(place, { now })).close()
    const { folder, drop: dropFolder } = freshFolder()
    const file = join(folder, 'nowhere', 'backup.db')
    await expect(backupStore(place, file, now)).rejects.toThrow('ENOENT')
    expect(existsSync(join(folder, 'nowhere'))).toBe(false)
    dropFolder()
    await drop()
  })
})

async function contents(store: Awaited<ReturnType<typeof openStore>>): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {}
  for (const table of tableNames) {
    const rows = await store.read(tx => tx.db.selectFrom(table).selectAll().execute())
    all[table] = rows.map(readable).sort()
    if (table === 'events')
      all[table] = rows.sort((one, other) => ('seq' in one && 'seq' in other ? one.seq - other.seq : 0))
  }
  return all
}

/** A row as text; PostgreSQL's own search column left out. */
function readable(row: object): string {
  const entries = Object.entries(row).filter(([name]) => name !== 'search')
  return JSON.stringify(
    entries.map(([name, value]) => [name, value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value]),
  )
}
