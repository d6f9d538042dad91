/** Copies an embedded database while it is in use: whole or not at all, and readable by this user alone. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'

/** Pages that are copied at once: all, so that writers in between can't make the copy begin anew without end. */
const allPages = 2 ** 31 - 1

/** Copies the database to a new file `to`. */
export const copySqlite = (from: DatabaseSync, to: string): Promise<void> =>
  whole(to, async part => void (await backup(from, part, { rate: allPages })))

/** Makes the database file `to` by `make`, which fills a file beside it; `to` is there only when all went well. */
export async function whole(to: string, make: (part: string) => Promise<void>): Promise<void> {
  const part = `${to}.part`
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(part + end, { force: true })
  writeFileSync(part, '', { mode: 0o600, flag: 'wx' })
  try {
    await make(part)
    closeAsOneFile(part)
    renameSync(part, to)
    syncFolder(dirname(to))
  } catch (reason) {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(part + end, { force: true })
    throw reason
  }
}

/** Brings what lies in a write-ahead log beside the file into it, and the file to the disk. */
function closeAsOneFile(file: string): void {
  const raw = new DatabaseSync(file)
  try {
    raw.exec('pragma journal_mode = delete')
  } finally {
    raw.close()
  }
  sync(file)
}

function sync(path: string): void {
  const handle = openSync(path, 'r+')
  fsyncSync(handle)
  closeSync(handle)
}

/** The new name is safe only once its folder is; systems that can't sync folders keep names safe by themselves. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    fsyncSync(handle)
    closeSync(handle)
  } catch {
    return
  }
}
