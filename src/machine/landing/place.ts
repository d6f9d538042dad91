// Files into a checkout and out of it again, each in one step of the file system: at any moment it is the old one or the new one.

import { constants, copyFile, link, lstat, mkdir, readlink, rename, rmdir, symlink, unlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { type BytePath, onDisk } from '../rescue/read-tree.ts'
import { digestOf, identityOf, lstatIfThere, type Plan, type PlannedFile, type Scratch } from './plan.ts'

interface Ground {
  scratch: Scratch
  /** The checkout. */
  root: string
  /** Folders of it that have been seen to be folders and no links; begin with an empty one. */
  folders: Set<BytePath>
}

export interface Placing extends Ground {
  /** Which file was at each path when it was proven to be as committed; what differs now stops the placing. */
  seen?: Map<BytePath, string>
  /** Awaited before each file. */
  step?: () => Promise<void>
}

/**
 * Places what is not placed yet. Removals come first, so that a folder can become a file and the other way round. Answers the
 * paths at which somebody has put something else: it stays. With `seen`, the first of them ends the placing.
 */
export async function placeFiles(plan: Plan, placing: Placing): Promise<BytePath[]> {
  const inTheWay: BytePath[] = []
  const rounds: [PlannedFile[], (ground: Placing, file: PlannedFile) => Promise<boolean>][] = [
    [plan.files.filter(file => file.before !== undefined && !isReplaced(file)), remove],
    [plan.files.filter(isReplaced), replace],
    [plan.files.filter(file => file.after !== undefined && !isReplaced(file)), add],
  ]
  for (const [files, work] of rounds)
    for (const file of files) {
      await placing.step?.()
      if (await work(placing, file)) continue
      inTheWay.push(file.path)
      if (placing.seen) return inTheWay
    }
  return inTheWay
}

const isReplaced = (file: PlannedFile) => file.before === 'file' && file.after?.kind === 'file'

async function remove(ground: Placing, file: PlannedFile): Promise<boolean> {
  const place = onDisk(ground.root, file.path)
  if (file.before === 'folder') {
    // A submodule that is filled stays, as git leaves it.
    await rmdir(place).catch(() => {})
  } else {
    const now = await whatIsThere(ground, file)
    // By now it may hold what came in the file's place.
    if (now === 'folder') return ground.seen === undefined
    if (now === 'other' || now === 'new' || !(await isAsSeen(ground, file))) return false
    if (now === 'old') await unlink(place)
  }
  await dropEmptyAbove(ground.root, file.path)
  return true
}

async function replace(ground: Placing, file: PlannedFile): Promise<boolean> {
  const now = await whatIsThere(ground, file)
  if (now === 'new') return true
  if (now === 'other' || now === 'folder' || !(await isAsSeen(ground, file))) return false
  await move(onDisk(ground.scratch.fresh, file.path), onDisk(ground.root, file.path), ground.scratch)
  return true
}

/** Never over anything: a second name is refused where there is a file. */
async function add(ground: Placing, file: PlannedFile): Promise<boolean> {
  const [fresh, place] = [onDisk(ground.scratch.fresh, file.path), onDisk(ground.root, file.path)]
  const now = await whatIsThere(ground, file)
  if (file.after?.kind === 'folder' && (now === 'none' || now === 'folder')) return makeFolder(place)
  if (now !== 'none' || !(await makeFolder(above(place)))) return now === 'new'
  await link(fresh, place).catch(async () => {
    if ((await lstatIfThere(place)) === undefined) await move(fresh, place, ground.scratch)
  })
  if ((await whatIsThere(ground, file)) !== 'new') return false
  if ((await lstatIfThere(fresh)) !== undefined) await unlink(fresh)
  return true
}

/** False where something else is in the way. */
async function makeFolder(place: Buffer): Promise<boolean> {
  return mkdir(place, { recursive: true }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST' || error.code === 'ENOTDIR') return false
      throw error
    },
  )
}

async function isAsSeen(ground: Placing, file: PlannedFile): Promise<boolean> {
  return ground.seen === undefined || ground.seen.get(file.path) === (await identityOf(onDisk(ground.root, file.path)))
}

/**
 * Puts everything back as it was, the last first. Answers the paths at which somebody has put something else since: they
 * stay as they are. Doing it again does nothing.
 */
export async function takeBack(plan: Plan, ground: Ground): Promise<BytePath[]> {
  const kept: BytePath[] = []
  for (const file of plan.files.filter(each => each.after !== undefined && !isReplaced(each)).reverse())
    if (!(await takeAway(ground, file))) kept.push(file.path)
  for (const file of plan.files.filter(each => each.before !== undefined).reverse())
    if (!(await bringBack(ground, file))) kept.push(file.path)
  return [...new Set(kept)]
}

async function takeAway(ground: Ground, file: PlannedFile): Promise<boolean> {
  const place = onDisk(ground.root, file.path)
  if (file.after?.kind === 'folder') {
    await rmdir(place).catch(() => {})
  } else {
    const now = await whatIsThere(ground, file)
    if (now !== 'new') return now !== 'other'
    await unlink(place)
  }
  await dropEmptyAbove(ground.root, file.path)
  return true
}

async function bringBack(ground: Ground, file: PlannedFile): Promise<boolean> {
  const [old, place] = [onDisk(ground.scratch.old, file.path), onDisk(ground.root, file.path)]
  if (file.before === 'folder') {
    return makeFolder(place)
  }
  // Brought back already, by a run before this one.
  if ((await lstatIfThere(old)) === undefined) return true
  const now = await whatIsThere(ground, file)
  if (now === 'other' || now === 'folder') return false
  if (now === 'old') return true
  if (!(await makeFolder(above(place)))) return false
  await move(old, place, ground.scratch)
  return true
}

type Found = 'none' | 'folder' | 'old' | 'new' | 'other'

async function whatIsThere(ground: Ground, file: PlannedFile): Promise<Found> {
  const { scratch, root } = ground
  if (!(await liesInFolders(ground, file.path))) return 'other'
  const now = await lstatIfThere(onDisk(root, file.path))
  if (now === undefined) return 'none'
  if (now.isDirectory()) return 'folder'
  const old = await lstatIfThere(onDisk(scratch.old, file.path))
  if (old !== undefined && now.ino === old.ino && now.dev === old.dev) return 'old'
  const digest = await digestOf(root, file.path)
  if (digest === undefined) return 'other'
  if (digest === file.after?.digest) return 'new'
  return digest === (await digestOf(scratch.old, file.path)) ? 'old' : 'other'
}

/** False when a folder above is a link by now: what it leads to is none of ours. */
async function liesInFolders({ root, folders }: Ground, path: BytePath): Promise<boolean> {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end)
    if (folders.has(folder)) return true
    if ((await lstatIfThere(onDisk(root, folder)))?.isSymbolicLink()) return false
  }
  const end = path.lastIndexOf('/')
  if (end > 0) folders.add(path.slice(0, end))
  return true
}

/** Keeps a file under a second name, or as a copy where the disk has no second names. */
export async function keep(from: Buffer, to: Buffer): Promise<void> {
  await mkdir(above(to), { recursive: true })
  await link(from, to).catch(() => copy(from, to))
}

/** Over what is there. Between two disks a copy is made beside the place first. */
async function move(from: Buffer, to: Buffer, scratch: Scratch): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    const beside = Buffer.concat([to, Buffer.from(`.${basename(scratch.folder)}`)])
    if ((await lstatIfThere(beside)) !== undefined) await unlink(beside)
    await copy(from, beside)
    await rename(beside, to)
    await unlink(from)
  }
}

async function copy(from: Buffer, to: Buffer): Promise<void> {
  if ((await lstat(from)).isSymbolicLink()) await symlink(await readlink(from, 'buffer'), to)
  else await copyFile(from, to, constants.COPYFILE_EXCL)
}

/** As git does it: folders that a removal has emptied go too. */
async function dropEmptyAbove(root: string, path: BytePath): Promise<void> {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const gone = await rmdir(onDisk(root, path.slice(0, end))).then(
      () => true,
      () => false,
    )
    if (!gone) return
  }
}

function above(place: Buffer): Buffer {
  return place.subarray(0, place.lastIndexOf('/'))
}
