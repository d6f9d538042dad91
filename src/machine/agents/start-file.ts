// What a run was asked to start, in its folder; and the other files that only we can read there.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HostStart } from './driver.ts'

export const START = 'start.json'

/** Throws where there is none. */
export const readStart = (folder: string): HostStart =>
  JSON.parse(readFileSync(join(folder, START), 'utf8')) as HostStart

/** Writes a file by its name; answers its path. */
export const writerIn =
  (folder: string) =>
  (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }
