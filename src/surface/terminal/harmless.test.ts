import { afterAll, beforeAll, expect, it } from 'vitest'
import { flower } from '../../../test/cli.ts'
import { openHouse, type TestHouse } from '../../../test/house.ts'
import { harmless } from './harmless.ts'
import { cells, oneLine, paperOf, table } from './paper.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openHouse('sqlite')
})
afterAll(() => house.close())

const hostile = 'rm -rf\u001B]0;owned\u0007\u001B[2J\u009B31m \u202Egpj.exe\u2066 \rgone \uFEFF'
// oxlint-disable-next-line no-control-regex -- they are what must not come through
const obeyed = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/

it('shows escape sequences and marks that turn reading around, and obeys none', () => {
  expect(harmless('a\u001B[31mb\u202Ec')).toBe(String.raw`a\u{1b}[31mb\u{202e}c`)
  expect(harmless(hostile)).not.toMatch(obeyed)
  expect(harmless('one\r\ntwo 👩‍🌾 日本語 é')).toBe('one\ntwo 👩‍🌾 日本語 é')
})

it('what others wrote reaches no terminal unescaped: answers, errors, JSON', async () => {
  const terminal = { env: { NO_COLOR: '1' }, terminal: { columns: 80 } }
  const asked = await flower(
    house,
    ['ask', 'Safe?', '--body', hostile, '--options', hostile.replaceAll('\r', '')],
    terminal,
  )
  expect(asked.code).toBe(0)
  const added = await flower(house, ['add', hostile.replaceAll('\r', '')], terminal)
  expect(added.out).toContain('owned')
  const json = await flower(house, ['add', hostile.replaceAll('\r', ''), '--json'], terminal)
  expect((JSON.parse(json.out) as { title: string }).title).toContain('\u202Egpj.exe')
  const wrong = await flower(house, ['show', hostile], terminal)
  const unknown = await flower(house, [hostile], terminal)
  for (const said of [asked, added, json, wrong, unknown]) expect(said.out + said.err).not.toMatch(obeyed)
})

it('colours only a terminal that wants them', async () => {
  const escape = '\u001B['
  const shown = async (options: Parameters<typeof flower>[2]): Promise<boolean> =>
    (await flower(house, ['project', 'list'], options)).out.includes(escape)
  expect(await shown({ terminal: { columns: 80 } })).toBe(true)
  expect(await shown({ terminal: { columns: 80 }, env: { NO_COLOR: '1' } })).toBe(false)
  expect(await shown({ terminal: { columns: 80 }, env: { TERM: 'dumb' } })).toBe(false)
  expect(await shown({})).toBe(false)
})

it('counts wide characters as two cells and shortens to the line', () => {
  expect(cells('日本')).toBe(4)
  expect(cells('👩‍🌾')).toBe(2)
  expect(cells('e\u0301')).toBe(1)
  expect(oneLine('日本語の庭', 7)).toBe('日本語…')
  const paper = paperOf({ colour: false, width: 40, now: 0 })
  const rows = [
    ['#1', '日本語の庭を毎日手入れするための長い題名です', 'now'],
    ['#2', 'Roses', '3d ago'],
  ]
  const lines = table([{ head: 'brief' }, { head: 'title', fills: true }, { head: 'moved' }], rows, paper).split('\n')
  expect(Math.max(...lines.map(cells))).toBeLessThanOrEqual(40)
  expect(lines[1]?.endsWith('now')).toBe(true)
})

it('tells times from now, both ways', () => {
  const { when } = paperOf({ colour: false, now: Date.parse('2026-03-02T09:00:00Z') })
  expect(when('2026-03-02T08:58:30Z')).toBe('1m ago')
  expect(when('2026-03-02T11:00:00Z')).toBe('in 2h')
  expect(when('2026-02-20T09:00:00Z')).toBe('10d ago')
  expect(when('2026-03-02T09:00:00Z')).toBe('now')
  expect(when(null)).toBe('')
})
