import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './listen-port.ts'

test('a wanted port that is free is given, and a taken one gives way to another', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const other = await freePort('127.0.0.1', port)
  expect(other.outcome).toBe('free')
  expect(other).not.toEqual({ outcome: 'free', port })
  server.close()
  await once(server, 'close')
  expect(await freePort('127.0.0.1', port)).toEqual({ outcome: 'free', port })
})

test('a host that is not this machine is unavailable', async () => {
  expect(await freePort('203.0.113.1', 4000)).toEqual({ outcome: 'unavailable', code: 'EADDRNOTAVAIL' })
})

test('near the last port the search does not leave the range', async () => {
  expect(await freePort('127.0.0.1', 65_535)).toMatchObject({ outcome: 'free' })
})
