import { link, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { measureFolder } from './measure.ts'

let ground = ''
beforeAll(async () => {
  ground = await mkdtemp(join(tmpdir(), 'measure-'))
})
afterAll(() => rm(ground, { recursive: true, force: true }))

const going = new AbortController().signal
const megabyte = 1_048_576

test('files of all folders are counted, a file with two names once, what a link leads to never', async () => {
  const [bed, outside] = [join(ground, 'bed'), join(ground, 'outside')]
  for (const each of [join(bed, 'deep', 'er'), outside]) await mkdir(each, { recursive: true })
  await writeFile(join(outside, 'huge'), Buffer.alloc(8 * megabyte, 1))
  await writeFile(join(bed, 'one'), Buffer.alloc(megabyte, 1))
  await writeFile(join(bed, 'deep', 'er', 'two'), Buffer.alloc(megabyte, 1))
  await link(join(bed, 'one'), join(bed, 'deep', 'same'))
  await symlink(outside, join(bed, 'deep', 'away'))
  await symlink(join(outside, 'huge'), join(bed, 'file-away'))
  const measured = await measureFolder(bed, 1_000, going)
  expect(measured).toMatchObject({ entries: 7, whole: true })
  expect(measured.bytes).toBeGreaterThanOrEqual(2 * megabyte)
  expect(measured.bytes).toBeLessThan(3 * megabyte)
})

test('a folder that is too large is given up, and one that is not there is not whole', async () => {
  const wide = join(ground, 'wide')
  for (let at = 0; at < 20; at++) {
    await mkdir(join(wide, `${at}`), { recursive: true })
    await writeFile(join(wide, `${at}`, 'leaf'), 'x')
  }
  expect(await measureFolder(wide, 25, going)).toMatchObject({ whole: false })
  expect(await measureFolder(join(ground, 'nowhere'), 25, going)).toEqual({ bytes: 0, entries: 0, whole: false })
  expect(await measureFolder(wide, 1_000, AbortSignal.abort())).toMatchObject({ whole: false, entries: 0 })
})

test.skipIf(process.platform === 'win32')('holes in a file take no disk', async () => {
  const sparse = join(ground, 'sparse')
  await mkdir(sparse)
  await writeFile(join(sparse, 'holes'), '')
  await truncate(join(sparse, 'holes'), 64 * megabyte)
  expect((await measureFolder(sparse, 10, going)).bytes).toBeLessThan(megabyte)
})
