import {
  chmod,
  chown,
  lchown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ensurePrivateFolder,
  freeBytes,
  nearestThere,
  readFileIfThere,
  realPathIfThere,
  writeFileDurably,
} from './files.ts'

let ground = ''
beforeAll(async () => {
  ground = await realpath(await mkdtemp(join(tmpdir(), 'files-')))
})
afterAll(() => rm(ground, { recursive: true, force: true }))

const fresh = () => mkdtemp(join(ground, 'f-'))
const modeOf = async (path: string) => (await stat(path)).mode & 0o777
/** Node's own recursive mkdir turns for ever here. */
const nowhere = process.platform === 'linux' ? ['/proc/nowhere', '/proc/nowhere/below'] : []
const asRoot = process.getuid?.() === 0

test('a file is replaced whole, with its mode, and leaves nothing beside it', async () => {
  const folder = await fresh()
  const path = join(folder, 'ünïcode $1.json')
  await writeFileDurably(path, 'first', 0o644)
  await writeFileDurably(path, Buffer.from([0, 255, 13, 10]), 0o600)
  expect([...((await readFileIfThere(path)) ?? [])]).toEqual([0, 255, 13, 10])
  expect(await modeOf(path)).toBe(0o600)
  expect(await readdir(folder)).toEqual(['ünïcode $1.json'])
})

test('a write that fails keeps the old file and leaves no half one', async () => {
  const folder = await fresh()
  const path = join(folder, 'taken')
  await mkdir(path)
  await writeFile(join(path, 'inside'), 'kept')
  await expect(writeFileDurably(path, 'new', 0o600)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
  expect(await readFile(join(path, 'inside'), 'utf8')).toBe('kept')
  expect(await readdir(folder)).toEqual(['taken'])
})

test('a missing file is no error, an unreadable one is', async () => {
  const folder = await fresh()
  expect(await readFileIfThere(join(folder, 'gone'))).toBeUndefined()
  expect(await realPathIfThere(join(folder, 'gone', 'deeper'))).toBeUndefined()
  await expect(readFileIfThere(folder)).rejects.toThrow('EISDIR')
})

test('a private folder is made closed to others, its parents too', async () => {
  const path = join(await fresh(), 'a', 'b')
  expect(await ensurePrivateFolder(path)).toEqual({ outcome: 'ready', path, created: true })
  expect([await modeOf(path), await modeOf(join(path, '..'))]).toEqual([0o700, 0o700])
  expect(await ensurePrivateFolder(path)).toEqual({ outcome: 'ready', path, created: false })
})

test('an empty open folder is closed; one with content is left as it is and refused with the cure', async () => {
  const path = await fresh()
  await chmod(path, 0o755)
  expect(await ensurePrivateFolder(path)).toMatchObject({ outcome: 'ready' })
  expect(await modeOf(path)).toBe(0o700)
  await writeFile(join(path, 'something'), '')
  await chmod(path, 0o755)
  const answer = await ensurePrivateFolder(path)
  expect(answer).toMatchObject({
    outcome: 'refused',
    reason: 'open_to_others',
    problem: `Others may enter ${path}.`,
    cure: expect.stringContaining('chmod 700'),
  })
  expect(await modeOf(path)).toBe(0o755)
})

test("a person's own link to a folder is followed", async () => {
  const folder = await fresh()
  await symlink(folder, `${folder}-link`)
  expect(await ensurePrivateFolder(`${folder}-link`)).toMatchObject({ outcome: 'ready', path: folder })
})

test.runIf(asRoot)("another user's link or folder is refused", async () => {
  const folder = await fresh()
  await symlink(folder, `${folder}-link`)
  await lchown(`${folder}-link`, 12345, 12345)
  expect(await ensurePrivateFolder(`${folder}-link`)).toMatchObject({ outcome: 'refused', reason: 'foreign_link' })
  await chown(folder, 12345, 12345)
  expect(await ensurePrivateFolder(folder)).toMatchObject({ outcome: 'refused', reason: 'foreign_folder' })
})

test('a file and a link to nothing are not folders', async () => {
  const folder = await fresh()
  await writeFile(join(folder, 'file'), '')
  await symlink(join(folder, 'nothing'), join(folder, 'dangling'))
  for (const name of ['file', 'dangling']) {
    expect(await ensurePrivateFolder(join(folder, name))).toMatchObject({ outcome: 'refused', reason: 'not_a_folder' })
  }
})

test("a folder that is not to be had is refused, at once, with the system's reason", async () => {
  const folder = await fresh()
  await writeFile(join(folder, 'file'), '')
  for (const path of [join(folder, 'file', 'below'), join(folder, 'n'.repeat(300), 'below'), ...nowhere]) {
    expect(await ensurePrivateFolder(path)).toMatchObject({
      outcome: 'refused',
      reason: 'not_to_be_had',
      problem: expect.stringContaining(path),
    })
  }
})

test('free space is known for a folder that is still to be made', async () => {
  const folder = await fresh()
  expect(await nearestThere(join(folder, 'to', 'come'))).toBe(folder)
  expect(await freeBytes(join(folder, 'to', 'come'))).toBeGreaterThan(0)
})
