import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openLog } from './log-ring.ts'
import { nextOfLog, readLog } from './read-log.ts'

const root = mkdtempSync(join(tmpdir(), 'log-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const place = () => {
  const folder = mkdtempSync(join(root, 'service-'))
  return { folder, log: join(folder, 'log') }
}
const bytesIn = (log: string): number => readdirSync(log).reduce((sum, name) => sum + statSync(join(log, name)).size, 0)

test('without a log there are no lines', () => {
  expect(readLog({ folder: place().folder, lines: 50 })).toEqual({ lines: [], partial: '', cursor: 0, skipped: 0 })
})

test('the last lines come first, and then what came after a place', () => {
  const { folder, log } = place()
  const { write } = openLog(log, 1_000_000)
  write(Buffer.from('one\ntwo\nthr'))
  const first = readLog({ folder, lines: 1 })
  expect(first).toEqual({ lines: ['two'], partial: 'thr', cursor: 8, skipped: 0 })
  write(Buffer.from('ee\nfour\n'))
  expect(readLog({ folder, after: first.cursor })).toEqual({
    lines: ['three', 'four'],
    partial: '',
    cursor: 19,
    skipped: 0,
  })
})

test('however much is written, the log keeps its size and its newest lines, and says what it skipped', () => {
  const { folder, log } = place()
  const { write } = openLog(log, 40_000)
  for (let line = 0; line < 20_000; line += 1) write(Buffer.from(`line ${line}\n`))
  expect(bytesIn(log)).toBeLessThanOrEqual(40_000)
  expect(bytesIn(log)).toBeGreaterThan(29_000)
  expect(readLog({ folder, lines: 2 }).lines).toEqual(['line 19998', 'line 19999'])
  const from = readLog({ folder, after: 0 })
  expect(from.skipped).toBeGreaterThan(150_000)
  expect(from.lines[0]).toMatch(/^line \d+$/)
  expect(from.lines.at(-1)).toBe('line 19999')
})

test('a log is written on at its end by the next run', () => {
  const { folder, log } = place()
  openLog(log, 1_000).write(Buffer.from('first run\n'))
  openLog(log, 1_000).write(Buffer.from('second run\n'))
  expect(readLog({ folder, lines: 10 }).lines).toEqual(['first run', 'second run'])
  // And a smaller bound holds from then on.
  const { write } = openLog(log, 40)
  for (let line = 0; line < 50; line += 1) write(Buffer.from(`line ${line}\n`))
  expect(bytesIn(log)).toBeLessThanOrEqual(40)
})

test('one endless line is read in parts of a bounded size, letters whole', () => {
  const { folder, log } = place()
  const { write } = openLog(log, 4_000_000)
  const part = Buffer.from('é'.repeat(50_000))
  for (let times = 0; times < 10; times += 1) write(part)
  let [cursor, length] = [0, 0]
  for (;;) {
    const read = readLog({ folder, after: cursor })
    if (read.lines.length === 0) {
      length += read.partial.length
      break
    }
    length += read.lines.join('').length
    expect(read.lines.join('')).toMatch(/^é+$/)
    cursor = read.cursor
  }
  expect(length).toBe(500_000)
})

test('control characters are handed on as they are', () => {
  const { folder, log } = place()
  openLog(log, 1_000).write(Buffer.from('\u001b[31mred\u001b[0m\r\n'))
  expect(readLog({ folder, lines: 1 }).lines).toEqual(['\u001b[31mred\u001b[0m\r'])
})

test('a secret that was printed is named in its place, also one of several lines and one that is not whole yet', () => {
  const { folder, log } = place()
  const [begin, end] = ['BEGIN', 'END'].map(each => ['-----', each, ' PRIVATE KEY-----'].join(''))
  openLog(log, 10_000).write(
    Buffer.from(`DB_PASSWORD=hunter2-and-more\n${begin}\nabc\n${end}\nwell\nMY_TOKEN=abcdefgh`),
  )
  const { lines, partial } = readLog({ folder, lines: 10 })
  expect(lines).toEqual(['DB_PASSWORD=[redacted: value]', '[redacted: private key]', 'well'])
  expect(partial).toBe('MY_TOKEN=[redacted: value]')
})

test('whoever waits for the log is told each line once, as soon as it is whole', async () => {
  const { folder, log } = place()
  const { write } = openLog(log, 1_000_000)
  write(Buffer.from('a\nb'))
  const first = readLog({ folder, lines: 10 })
  const leave = new AbortController()
  const waited = nextOfLog({ folder, after: first.cursor }, leave.signal)
  write(Buffer.from('c\nd'))
  const next = await waited
  expect([first.lines, next.lines]).toEqual([['a'], ['bc']])
  const last = nextOfLog({ folder, after: next.cursor }, leave.signal)
  leave.abort()
  expect(await last).toMatchObject({ lines: [], partial: 'd', cursor: next.cursor })
})
