import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { configurationHash } from '#domain/configuration/hash.ts'
import { flower } from '../../../test/cli.ts'
import { openHouse, type TestHouse } from '../../../test/house.ts'

let house: TestHouse
let text = ''
beforeAll(async () => {
  house = await openHouse('sqlite', { configuration: async () => text })
})
afterAll(() => house.close())
let at = 0
beforeEach(() => {
  text = `worktrees:\n  prepare: [npm ci --tag=${++at}]\n  env: { NODE_OPTIONS: --max-old-space-size=${at} }\n`
})

const isTrusted = async (): Promise<boolean> =>
  (await house.call('project.show', { project: 'garden' })).project.configuration.trusted
const yes = ['project', 'trust', '--yes']

test('what would run is shown, and exactly that is trusted with --yes', async () => {
  const said = await flower(house, yes, { project: 'garden' })
  expect(said).toMatchObject({ code: 0, err: expect.stringContaining(`worktrees.prepare[0]: npm ci --tag=${at}`) })
  expect(said.err).toContain(`worktrees.env.NODE_OPTIONS: --max-old-space-size=${at}`)
  expect(said.err).toContain(configurationHash(text))
  expect(await isTrusted()).toBe(true)
  text += '# changed\n'
  expect(await isTrusted()).toBe(false)
})

test('without --yes and without a terminal nothing is trusted, and the line that would is named', async () => {
  const said = await flower(house, ['project', 'trust'], { project: 'garden' })
  expect(said.code).toBe(2)
  expect(said.err).toContain('next: flower project trust --project garden --yes')
  expect(said.err).toContain('npm ci')
  expect(await isTrusted()).toBe(false)
})

test('somebody at a terminal is asked, unless the answer is read by a program', async () => {
  const asked: string[] = []
  const confirm = (answer: boolean) => async (question: string) => asked.push(question) > 0 && answer
  const at = { project: 'garden', terminal: { columns: 80 } }
  expect((await flower(house, ['project', 'trust'], { ...at, confirm: confirm(false) })).code).toBe(2)
  expect((await flower(house, ['project', 'trust', '--no-yes'], { ...at, confirm: confirm(true) })).code).toBe(2)
  expect((await flower(house, ['project', 'trust', '--json'], { ...at, confirm: confirm(true) })).code).toBe(2)
  expect(await isTrusted()).toBe(false)
  expect((await flower(house, ['project', 'trust'], { ...at, confirm: confirm(true) })).code).toBe(0)
  expect(await isTrusted()).toBe(true)
  expect(asked).toHaveLength(2)
})

test('a hash that somebody names is trusted as it is', async () => {
  const hash = configurationHash(text)
  expect((await flower(house, ['project', 'trust', hash], { project: 'garden' })).code).toBe(0)
  expect(await isTrusted()).toBe(true)
})

test('a flower.yaml with problems is not trusted, and each is named', async () => {
  text = 'worktrees: { prepair: [x] }\n'
  const said = await flower(house, yes, { project: 'garden' })
  expect(said).toMatchObject({ code: 2, err: expect.stringContaining('prepair') })
})

test('words of a flower.yaml move no cursor of the terminal that shows them', async () => {
  text = 'worktrees: { prepare: ["echo \\e[2J\\e]0;x\\a"] }\n'
  expect((await flower(house, yes, { project: 'garden' })).err).not.toContain('\u001b')
})
