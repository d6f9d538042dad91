import { expect, test } from 'vitest'
import { configurationHash } from '#domain/configuration/hash.ts'
import { flower } from '../../../test/cli.ts'
import { openHouse } from '../../../test/house.ts'

const yaml = 'services: { web: { run: web, port: 5173 } }\n'

test('services are listed with where they are, which port they wanted and got, and why they failed', async () => {
  const house = await openHouse('sqlite', { configuration: () => yaml })
  await house.call('project.trust', { hash: configurationHash(yaml) })
  const asked = await flower(house, ['service', 'start', 'web', '--project', 'garden'])
  expect(asked).toMatchObject({ code: 0, out: expect.stringMatching(/web\s+starting/) })
  expect(asked.err).toContain('flower service list --project garden')
  const [record] =
    (await house.call('service.errands', { node: 'node-1' }, 'system:runner', 'system')).places[0]?.services ?? []
  const standing = { status: 'parked', reason: 'failed 5 times', port: 5174, lastLines: ['boom\u001b[2J'] }
  const said = { ...standing, since: house.now(), retryAt: null, failures: 5 }
  const finding = { what: 'stands', serviceId: record?.id, standing: said, done: 1 }
  await house.call('service.settle', { finding }, 'system:runner', 'system')
  const listed = await flower(house, ['service', 'list'])
  expect(listed.out).toMatch(/garden\s+MAIN\s+web\s+parked\s+5174 \(wanted 5173\)\s+http:\/\/garden\.localhost/)
  expect(listed.out).toMatch(/failed 5 times[\s\S]*web said\s+boom\\u\{1b\}/)
  // Whoever waited for it sees by the exit code that it did not come up.
  expect((await flower(house, ['service', 'start', 'web', '--project', 'garden'])).code).toBe(1)
  expect((await flower(house, ['service', 'logs', 'web'])).out).toBe('ready\n')
  expect((await flower(house, ['doctor'])).out).toContain('web of MAIN of garden is parked')
  await house.close()
})
