import {
  chmod,
  constants,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneTree, mainWay } from './clone-tree.ts'

let folder = ''
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'clone-')))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A disk of blocks that can be shared, when FLOWER_REFLINK_FOLDER names one or the temporary folder lies on one. */
const reflinkFolder = await findReflinkFolder()
/** Another disk than the temporary folder's: memory, on Linux. */
const otherDisk = await findOtherDisk()
if (!reflinkFolder) {
  skipped('a disk with reflinks: set FLOWER_REFLINK_FOLDER to a folder on btrfs, XFS, APFS or bcachefs')
}
if (!otherDisk) skipped('a second disk: there is no /dev/shm apart from the temporary folder')

/** Loudly, but not as a failure anywhere: few machines have such disks, and the other ways are tested on all. */
function skipped(what: string): void {
  process.stderr.write(`\nSKIPPED: the test that needs ${what}\n\n`)
}

async function findReflinkFolder(): Promise<string | undefined> {
  const base = await mkdtemp(join(process.env['FLOWER_REFLINK_FOLDER'] ?? tmpdir(), 'reflink-'))
  await writeFile(join(base, 'a'), 'a')
  const able = await copyFile(join(base, 'a'), join(base, 'b'), constants.COPYFILE_FICLONE_FORCE).then(
    () => true,
    () => false,
  )
  await rm(base, { recursive: true })
  return able ? (process.env['FLOWER_REFLINK_FOLDER'] ?? tmpdir()) : undefined
}

async function findOtherDisk(): Promise<string | undefined> {
  const device = (path: string) =>
    stat(path).then(
      ({ dev }) => dev,
      () => undefined,
    )
  const [memory, here] = [await device('/dev/shm'), await device(tmpdir())]
  return memory === undefined || memory === here ? undefined : '/dev/shm'
}

let count = 0
/** Something like what package managers make: a program, a link to it, a cache, a folder that may only be read. */
async function tree(base: string): Promise<string> {
  const root = join(base, `modules ${++count}`)
  await mkdir(join(root, 'pkg/bin'), { recursive: true })
  await mkdir(join(root, '.bin'))
  await mkdir(join(root, '.cache/deep'), { recursive: true })
  await writeFile(join(root, 'pkg/bin/run.js'), 'run')
  await chmod(join(root, 'pkg/bin/run.js'), 0o755)
  await utimes(join(root, 'pkg/bin/run.js'), 1_000_000, 1_000_000)
  await symlink('../pkg/bin/run.js', join(root, '.bin/run'))
  await symlink('/nowhere/at all', join(root, 'dangling'))
  await writeFile(join(root, '.bin/real'), 'real')
  await writeFile(join(root, '.cache/deep/state'), 'cached')
  await writeFile(join(root, '.package-lock.json'), '{}')
  await chmod(join(root, 'pkg/bin'), 0o555)
  return root
}

async function expectSame(to: string): Promise<void> {
  expect(await readFile(join(to, 'pkg/bin/run.js'), 'utf8')).toBe('run')
  expect((await stat(join(to, 'pkg/bin/run.js'))).mode & 0o777).toBe(0o755)
  expect((await stat(join(to, 'pkg/bin/run.js'))).mtimeMs).toBe(1_000_000_000)
  expect((await stat(join(to, 'pkg/bin'))).mode & 0o777).toBe(0o555)
  expect(await readlink(join(to, '.bin/run'))).toBe('../pkg/bin/run.js')
  expect(await readlink(join(to, 'dangling'))).toBe('/nowhere/at all')
  expect(await readFile(join(to, '.cache/deep/state'), 'utf8')).toBe('cached')
}

test.skipIf(reflinkFolder === tmpdir())(
  'on a disk without reflinks a folder comes as hard links, but for what programs write in place',
  async () => {
    const from = await tree(folder)
    const to = join(folder, `linked ${count}`)
    const made = await cloneTree(from, to)
    expect(made).toEqual({ reflink: 0, hardlink: 2, copy: 2 })
    expect(mainWay(made)).toBe('hardlink')
    await expectSame(to)
    const inode = async (path: string) => (await lstat(path)).ino
    expect(await inode(join(to, 'pkg/bin/run.js'))).toBe(await inode(join(from, 'pkg/bin/run.js')))
    await writeFile(join(to, '.cache/deep/state'), 'changed')
    await writeFile(join(to, '.package-lock.json'), 'changed')
    expect(await readFile(join(from, '.cache/deep/state'), 'utf8')).toBe('cached')
    expect(await readFile(join(from, '.package-lock.json'), 'utf8')).toBe('{}')
  },
)

test.skipIf(!otherDisk)('from one disk to another a folder comes as copies', async () => {
  const from = await tree(folder)
  const base = await mkdtemp(join(otherDisk ?? '', 'clone-'))
  try {
    const made = await cloneTree(from, join(base, 'copied'))
    expect(made).toEqual({ reflink: 0, hardlink: 0, copy: 4 })
    await expectSame(join(base, 'copied'))
  } finally {
    await rm(base, { recursive: true, force: true })
  }
})

test.skipIf(!reflinkFolder)('on a disk with reflinks every file is a clone, and apart from then on', async () => {
  const base = await mkdtemp(join(reflinkFolder ?? '', 'clone-'))
  try {
    const from = await tree(base)
    const to = join(base, 'cloned')
    expect(await cloneTree(from, to)).toEqual({ reflink: 4, hardlink: 0, copy: 0 })
    await expectSame(to)
    await writeFile(join(to, '.bin/real'), 'changed')
    expect(await readFile(join(from, '.bin/real'), 'utf8')).toBe('real')
  } finally {
    await rm(base, { recursive: true, force: true })
  }
})

test('a place where something is already is refused, and that something stays', async () => {
  const from = await tree(folder)
  const to = join(folder, `taken ${count}`)
  await mkdir(to)
  await writeFile(join(to, 'mine'), 'mine')
  await expect(cloneTree(from, to)).rejects.toMatchObject({ code: 'EEXIST' })
  expect(await readFile(join(to, 'mine'), 'utf8')).toBe('mine')
})
