// A service's log: files in a row, each named after the place of its first byte in all that was ever written, the oldest
// taken away before a new one begins. So the whole is bounded, and a place in it stays a place when files go.

import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const FILES = 4
const NAME = /^\d{16}\.log$/

export type LogFile = { path: string; begin: number; end: number }

/** The files of a log in their order; empty when there is none. */
export function logFiles(folder: string): LogFile[] {
  return namesIn(folder).flatMap(name => {
    const path = join(folder, name)
    const begin = Number(name.slice(0, 16))
    const size = statSync(path, { throwIfNoEntry: false })?.size
    return size === undefined ? [] : [{ path, begin, end: begin + size }]
  })
}

/**
 * Opens a log for writing, at its end. The folder never holds more than `maxBytes`, by whole quarters.
 * What can't be written (a full disk) is lost rather than stopping the service.
 */
export function openLog(folder: string, maxBytes: number): { write: (chunk: Uint8Array) => void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fileBytes = Math.max(1, Math.floor(maxBytes / FILES))
  const last = logFiles(folder).at(-1)
  let begin = last?.begin ?? 0
  let end = last?.end ?? 0
  let file: number | undefined
  const next = (): number => {
    if (file !== undefined && end - begin < fileBytes) return file
    if (file !== undefined) closeSync(file)
    file = undefined
    if (end - begin >= fileBytes) begin = end
    const older = namesIn(folder).filter(name => Number(name.slice(0, 16)) < begin)
    for (const name of older.slice(0, Math.max(0, older.length - FILES + 1)))
      rmSync(join(folder, name), { force: true })
    file = openSync(join(folder, `${String(begin).padStart(16, '0')}.log`), 'a', 0o600)
    return file
  }
  return {
    write(chunk) {
      let rest = chunk
      try {
        while (rest.length > 0) {
          const written = writeSync(next(), rest.subarray(0, fileBytes - (end - begin)))
          end += written
          rest = rest.subarray(written)
        }
      } catch {
        // The disk is full or the folder is gone; the service goes on, and so does the log once it can.
        if (file !== undefined) closeQuietly(file)
        file = undefined
      }
    },
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter(name => NAME.test(name))
      .sort()
  } catch {
    return []
  }
}

function closeQuietly(file: number): void {
  try {
    closeSync(file)
  } catch {
    // Nothing more can be done for it.
  }
}
