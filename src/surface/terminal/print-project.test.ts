import { expect, test } from 'vitest'
import { flower } from '../../../test/cli.ts'
import { openHouse } from '../../../test/house.ts'

const yaml = `worktrees: { prepare: [npm ci, { run: npm run seed, timeout: 90s }], checkoutTimeout: 2m }
services: { web: { run: npm start, port: 5173 } }
`

test('what flower.yaml says is read line by line, with units and without what is empty', async () => {
  const house = await openHouse('sqlite', { configuration: () => yaml })
  await house.call('project.configure', { project: 'garden', defaults: { autoDispatch: true } })
  const { out, code } = await flower(house, ['project', 'show', '--project', 'garden'])
  expect(code).toBe(0)
  expect(out).toMatch(/new Briefs +auto dispatch\n/)
  expect(out).toMatch(/flower\.yaml +waits for trust: it would run 3 commands\n/)
  expect(out).toMatch(/worktrees\n(?: {2}.*\n)* {2}prepare 2 +npm run seed {2}timeout 90s\n/)
  expect(out).toMatch(/checkoutTimeout +2m\n/)
  expect(out).toMatch(/services\n {2}web +npm start {2}port 5173/)
  expect(out).not.toMatch(/teardown|\d{5}|,\s*,/)
  await house.close()
})
