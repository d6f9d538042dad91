import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../../../test/store-place.ts'
import { lockHome, readHolder } from './lock.ts'

const ada = { pid: 12, url: 'http://127.0.0.1:4747', startedAt: '2026-03-02T09:00:00.000Z' }

it('a home has one holder, and the next one is told who', () => {
  const { folder, drop } = freshFolder()
  const first = lockHome(folder)
  if (!('lock' in first)) throw new Error('a fresh home is held')
  expect(lockHome(folder)).toEqual({ holder: null })
  first.lock.tell(ada)
  expect(lockHome(folder)).toEqual({ holder: ada })
  first.lock.release()
  expect(readHolder(join(folder, 'server.json'))).toBeNull()
  const second = lockHome(folder)
  expect(second).toHaveProperty('lock')
  if ('lock' in second) second.lock.release()
  drop()
})

it('a holder that was killed leaves no lock behind, and what it told is taken away', async () => {
  const { folder, drop } = freshFolder()
  const holder = spawn(process.execPath, ['--conditions=source', 'test/hold-home.ts', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  expect(lockHome(folder)).toEqual({ holder: { ...ada, pid: holder.pid } })
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const next = lockHome(folder)
  expect(next).toHaveProperty('lock')
  expect(readHolder(join(folder, 'server.json'))).toBeNull()
  if ('lock' in next) next.lock.release()
  drop()
})
