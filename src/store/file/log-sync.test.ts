import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newEvent } from '#domain/events/catalogue.ts'
import { freshFolder, now } from '../../../test/store-place.ts'
import { commit } from '../commit.ts'
import { openWriter } from '../sqlite.ts'
import { openStore } from '../store.ts'
import { groupWriter } from '../writer.ts'
import { openLogSync } from './log-sync.ts'

const ada = { actor: { kind: 'operator', ref: 'ada' } as const, now: now() }

test('a write is answered only once its commit is on the disk, and the next commit does not wait for that', async () => {
  const { folder, drop } = freshFolder()
  const file = `${folder}/flower.db`
  await (await openStore({ file }, { now })).close()
  const { db, direct, raw } = openWriter(file)
  const onDisk: (() => void)[] = []
  const told: string[] = []
  const { write, drained } = groupWriter({
    db,
    dialect: 'sqlite',
    direct,
    sync: () => new Promise(resolve => void onDisk.push(resolve)),
    afterCommit: () => told.push('bell'),
    translate: reason => reason,
  })
  const keep = (note: string) =>
    write(tx => commit(tx, { events: [newEvent('paused', null, { note })] }, ada)).then(() => told.push(note))
  const both = [keep('one')]
  await expect.poll(() => onDisk.length).toBe(1)
  both.push(keep('two'))
  await expect.poll(() => onDisk.length).toBe(2)
  const kept = raw.prepare(`select count(*) as count from events where type = 'paused'`)
  expect(kept.get()).toEqual({ count: 2 })
  expect(told).toEqual([])
  onDisk[0]?.()
  await expect.poll(() => told).toEqual(['bell', 'one'])
  onDisk[1]?.()
  await Promise.all(both)
  await drained()
  expect(told).toEqual(['bell', 'one', 'bell', 'two'])
  await db.destroy()
  drop()
})

test('a disk that fails once is not believed again', async () => {
  const { folder, drop } = freshFolder()
  const file = `${folder}/flower.db`
  const { db, raw } = openWriter(file)
  raw.exec('create table beds (id integer)')
  const log = await openLogSync(file, raw)
  await log.sync()
  await log.close()
  await expect(log.sync()).rejects.toMatchObject({ code: 'EBADF' })
  // Whatever has its number now is well, and is not the log.
  const other = openSync(`${folder}/other`, 'w')
  writeSync(other, 'x')
  await expect(log.sync()).rejects.toMatchObject({ code: 'EBADF' })
  closeSync(other)
  expect(readFileSync(`${folder}/other`, 'utf8')).toBe('x')
  await db.destroy()
  drop()
})
