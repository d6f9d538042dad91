/** What a folder takes of the disk. */
import { type Dirent, type Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

export type Measured = {
  /** As allocated; a file that has several names counts once. */
  bytes: number
  /** Looked at: files, folders and links. */
  entries: number
  /** False when it was given up, or something in it could not be read: there is at least this much. */
  whole: boolean
}

/** Looked up at the same time, so that a disk that others wait for is not taken from them. */
const atOnce = 16

/** No link is followed. Given up after about `mostEntries`, and when `signal` says so. */
export async function measureFolder(folder: string, mostEntries: number, signal: AbortSignal): Promise<Measured> {
  const found: Measured = { bytes: 0, entries: 0, whole: true }
  const several = new Set<string>()
  const waiting = [folder]
  const count = ({ size, blocks, nlink, dev, ino }: Stats, isFolder: boolean): void => {
    const key = `${dev}:${ino}`
    if (!isFolder && nlink > 1 && several.has(key)) return
    if (!isFolder && nlink > 1) several.add(key)
    // Windows tells no blocks.
    found.bytes += blocks === undefined ? size : blocks * 512
  }
  const look = async (path: string, entry: Dirent): Promise<void> => {
    const there = await lstat(path).catch(() => undefined)
    if (there) count(there, entry.isDirectory())
    else found.whole = false
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const place = next
    if (found.entries > mostEntries || signal.aborted) return { ...found, whole: false }
    const entries = await readdir(place, { withFileTypes: true }).catch((): Dirent[] => {
      found.whole = false
      return []
    })
    found.entries += entries.length
    for (let from = 0; from < entries.length; from += atOnce)
      await Promise.all(entries.slice(from, from + atOnce).map(each => look(join(place, each.name), each)))
    waiting.push(...entries.filter(each => each.isDirectory()).map(each => join(place, each.name)))
  }
  return found
}
