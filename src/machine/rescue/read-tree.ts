// Reads what lies below a folder, exactly: names as bytes, modes, links as links, empty folders.

import { lstat, readdir, readlink } from 'node:fs/promises'

/**
 * A path below the folder, `/` between its parts. Names need not be UTF-8, so each character of this text is one byte
 * (latin1), as it is in the manifest.
 */
export type BytePath = string

export interface TreeEntry {
  path: BytePath
  /** `special`: a socket, pipe or device, of which nothing but its being there is known. */
  kind: 'file' | 'folder' | 'link' | 'special'
  /** Permission bits. */
  mode: number
  /** Milliseconds since 1970, with a fraction. */
  modifiedAt: number
  /** Bytes; of files only. */
  size: number
  /** Of links: what they name, unread. */
  target?: BytePath
}

/** Everything below `root` except what `skip` names, parents before children. Links are not followed. */
export async function readTree(root: string, skip: (path: BytePath) => boolean): Promise<TreeEntry[]> {
  const entries: TreeEntry[] = []
  const open = ['']
  for (let above = open.pop(); above !== undefined; above = open.pop()) {
    const names = await readdir(onDisk(root, above), { encoding: 'buffer' })
    const prefix = above === '' ? '' : `${above}/`
    const paths = names.map(name => prefix + name.toString('latin1')).filter(path => !skip(path))
    const found = await Promise.all(paths.map(path => readEntry(root, path)))
    for (const entry of found) {
      entries.push(entry)
      if (entry.kind === 'folder') open.push(entry.path)
    }
  }
  return entries.sort((one, other) => (one.path < other.path ? -1 : 1))
}

async function readEntry(root: string, path: BytePath): Promise<TreeEntry> {
  const place = onDisk(root, path)
  const found = await lstat(place)
  const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : found.isSymbolicLink() ? 'link' : 'special'
  const target = kind === 'link' ? (await readlink(place, { encoding: 'buffer' })).toString('latin1') : undefined
  const size = kind === 'file' ? found.size : 0
  return { path, kind, mode: found.mode & 0o7777, modifiedAt: found.mtimeMs, size, target }
}

/** A byte path below a folder, as the file system takes it. */
export function onDisk(root: string, path: BytePath): Buffer {
  return Buffer.concat([Buffer.from(path === '' ? root : `${root}/`), Buffer.from(path, 'latin1')])
}

/** Text of any kind as bytes of a byte path. */
export function asBytes(text: string): BytePath {
  return Buffer.from(text).toString('latin1')
}

/** A byte path for people: what is no UTF-8 becomes a replacement sign. */
export function asText(path: BytePath): string {
  return Buffer.from(path, 'latin1').toString('utf8')
}

/** Does one thing for each, some at a time: one by one is slow, all at once exhausts the system's file handles. */
export async function forEach<Item>(items: Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += 128) await Promise.all(items.slice(at, at + 128).map(work))
}
