import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { isAlive, processStartedAt } from './process.ts'

test('this very process is alive and is itself', () => {
  expect(isAlive(process.pid)).toBe(true)
  expect(isAlive(process.pid, processStartedAt(process.pid))).toBe(true)
})

test('a process that has ended is not alive, so that its pid file stops nobody', async () => {
  const child = spawn(process.execPath, ['-e', '0'])
  const pid = child.pid ?? 0
  await once(child, 'exit')
  expect(isAlive(pid)).toBe(false)
})

test.runIf(process.platform === 'linux')(
  'another process under a reused number is not taken for the one we knew',
  () => {
    const mine = processStartedAt(process.pid) ?? ''
    expect(mine).toMatch(/^[0-9a-f-]{36}:\d+$/)
    expect(isAlive(process.pid, mine.replace(/\d+$/, '1'))).toBe(false)
    expect(isAlive(process.pid, mine.replace(/^[0-9a-f]{8}/, '00000000'))).toBe(false)
  },
)

test('a process of another user is alive though it takes no signal of ours', () => {
  expect(isAlive(1)).toBe(true)
})

test('what is no process number belongs to nobody', () => {
  for (const pid of [0, -1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER]) expect(isAlive(pid)).toBe(false)
})
