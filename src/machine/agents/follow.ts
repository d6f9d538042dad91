// Reads what an agent says while it says it, from any place in the file on.

import { closeSync, type FSWatcher, openSync, readSync, watch } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AgentSaid } from '#domain/agent/said.ts'
import { type Heard, SAID } from './said-file.ts'

const Line = z.object({ at: z.iso.datetime(), said: AgentSaid })
/** The system's notices may be lost, or there may be no watch left to have. */
const LOOK_MS = 1_000
const CHUNK = 256_000
const LINE_END = 10

export type Follower = {
  /** Hands over what is there now, before it returns. */
  look: () => void
  close: () => void
}

/**
 * Whole lines from a byte offset on, as they come. `offset` is the place after those that are handed over: the next
 * follower goes on there. Lines that can't be read (of a later flower) are passed over.
 */
export function followAgent(folder: string, from: number, hear: (heard: Heard[], offset: number) => void): Follower {
  let offset = from
  let closed = false
  const look = (): void => {
    for (;;) {
      if (closed) return
      const part = readWhole(join(folder, SAID), offset)
      if (part.length === 0) return
      offset += part.length
      const heard = part.toString('utf8').split('\n').flatMap(parsed)
      hear(heard, offset)
    }
  }
  const watcher = watchQuietly(folder, look)
  const timer = setInterval(look, LOOK_MS)
  const first = setImmediate(look)
  return {
    look,
    close: () => {
      closed = true
      clearImmediate(first)
      clearInterval(timer)
      watcher?.close()
    },
  }
}

function watchQuietly(folder: string, look: () => void): FSWatcher | undefined {
  try {
    return watch(folder, (_, name) => name === SAID && look()).on('error', () => undefined)
  } catch {
    return undefined
  }
}

/** From the offset to the last line end that there is; a line longer than a chunk makes the chunk grow. */
function readWhole(path: string, offset: number): Buffer {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return Buffer.alloc(0)
  }
  try {
    for (let size = CHUNK; ; size *= 2) {
      const bytes = Buffer.alloc(size)
      const read = bytes.subarray(0, readSync(file, bytes, 0, size, offset))
      const whole = read.subarray(0, read.lastIndexOf(LINE_END) + 1)
      if (whole.length > 0 || read.length < size) return whole
    }
  } finally {
    closeSync(file)
  }
}

function parsed(line: string): Heard[] {
  if (line === '') return []
  try {
    const read = Line.safeParse(JSON.parse(line))
    return read.success ? [read.data] : []
  } catch {
    return []
  }
}
