import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../../test/store-place.ts'
import { takeLock } from './lock.ts'

it('a lock has one holder, and is free once it is given back', async () => {
  const { folder, drop } = freshFolder()
  const file = join(folder, 'server.lock')
  const first = await takeLock(file)
  expect(await takeLock(file)).toEqual({ outcome: 'held' })
  if (first.outcome === 'taken') await first.release()
  const second = await takeLock(file)
  expect(second.outcome).toBe('taken')
  if (second.outcome === 'taken') await second.release()
  drop()
})

it('a holder that was killed leaves no lock behind', async () => {
  const { folder, drop } = freshFolder()
  const file = join(folder, 'server.lock')
  const holder = spawn(process.execPath, ['--conditions=flower-source', 'test/hold-lock.ts', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  expect(await takeLock(file)).toEqual({ outcome: 'held' })
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const next = await takeLock(file)
  expect(next.outcome).toBe('taken')
  if (next.outcome === 'taken') await next.release()
  drop()
})

it('a file that can not be a lock is a fault, not a holder', async () => {
  const { folder, drop } = freshFolder()
  const file = join(folder, 'server.lock')
  writeFileSync(file, 'roses are red, '.repeat(1_000))
  await expect(takeLock(file)).rejects.toThrow('not a database')
  drop()
})
