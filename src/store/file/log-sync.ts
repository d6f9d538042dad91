/** Brings what was committed to the disk beside the thread that commits: the next group is written while the disk works. */
import { close, fdatasync, fsync, open } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'

export type LogSync = {
  /** Resolves once all that was committed before the call is on the disk. One that failed fails all later ones: the disk may have dropped what it was given. */
  sync: () => Promise<void>
  close: () => Promise<void>
}

const disk = {
  open: promisify(open),
  fsync: promisify(fsync),
  fdatasync: promisify(fdatasync),
  close: promisify(close),
}

/** From now on SQLite itself waits for the disk only when it moves its write-ahead log into the database, in the order that keeps both sound. */
export async function openLogSync(file: string, raw: DatabaseSync): Promise<LogSync> {
  raw.exec('pragma synchronous = normal')
  const log = await disk.open(`${file}-wal`, 'r+')
  const folder = await disk.open(dirname(file), 'r')
  // That the log is there has to be on the disk too.
  let running = disk.fsync(folder).then(() => disk.close(folder))
  running.catch(() => undefined)
  let next: Promise<void> | undefined
  return {
    sync: () => {
      next ??= running.then(() => {
        next = undefined
        running = disk.fdatasync(log)
        return running
      })
      return next
    },
    close: () => disk.close(log),
  }
}
