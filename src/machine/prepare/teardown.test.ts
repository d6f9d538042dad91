import { randomUUID } from 'node:crypto'
import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { valuesOf } from '#domain/configuration/environment.ts'
import { parseConfiguration } from '#domain/configuration/parse.ts'
import { type PracticeGround, practiceGround } from '../../../test/practice-repository.ts'
import { prepare } from './prepare.ts'
import { teardown } from './teardown.ts'

let ground: PracticeGround
let main = ''
let folder = ''
beforeAll(async () => {
  ground = await practiceGround()
  main = await ground.repository('shop')
  folder = join(ground.path, 'tree')
  await ground.git(main, 'worktree', 'add', '-q', '--no-track', '-b', 'flower/1', folder)
})
afterAll(() => ground.remove())

const there = (path: string) =>
  access(join(ground.path, path)).then(
    () => true,
    () => false,
  )

function call(yaml: string) {
  const { configuration, problems } = parseConfiguration(yaml)
  if (!configuration) throw new Error(JSON.stringify(problems))
  const values = valuesOf({
    project: 'shop',
    worktree: 'w1',
    branch: 'flower/1',
    path: folder,
    ports: {},
    database: 'shop_w1',
  })
  return { main, folder, configuration, trusted: true, values, isolation: 'isolated' as const, marker: randomUUID() }
}

const mark = (name: string) => `[node, -e, "require('fs').writeFileSync('../${name}', process.env.FLOWER_DATABASE)"]`

test('what is prepared is taken down again', async () => {
  const both = call(`worktrees: {prepare: [${mark('up')}], teardown: [${mark('down')}]}`)
  expect(await prepare({ ...both, journal: () => {} })).toMatchObject({ outcome: 'ready' })
  expect(await there('up')).toBe(true)
  expect(await teardown(both)).toEqual({ outcome: 'done', ran: ['worktrees.teardown[0]'] })
  expect(await there('down')).toBe(true)
})

test('a step that fails is told with its last words and how to go on, and the others are run even so', async () => {
  const failing = `[node, -e, "console.error('database is in use'); process.exit(2)"]`
  const result = await teardown(call(`worktrees: {teardown: [${failing}, "x {{site}}", ${mark('after')}]}`))
  expect(result).toMatchObject({
    outcome: 'failed',
    ran: ['worktrees.teardown[2]'],
    failures: [
      { step: 'worktrees.teardown[0]', lastLines: ['database is in use'] },
      { step: 'worktrees.teardown[1]', problem: 'there is no value for {{site}}' },
    ],
    cure: expect.stringContaining('worktree.remove {confirm: true}'),
  })
  expect(await there('after')).toBe(true)
})

test('nothing to run is done, untrusted commands wait, and a folder that is gone is said to be', async () => {
  expect(await teardown({ ...call(''), trusted: false })).toEqual({ outcome: 'done', ran: [] })
  expect(await teardown({ ...call(`worktrees: {teardown: [${mark('no')}]}`), trusted: false })).toMatchObject({
    outcome: 'untrusted',
  })
  expect(await there('no')).toBe(false)
  await rm(folder, { recursive: true })
  expect(await teardown(call(`worktrees: {teardown: [${mark('no')}]}`))).toMatchObject({ outcome: 'refused' })
})
