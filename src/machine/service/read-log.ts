// Reads a service's log: its last lines, or what came after a place in it. Bounded, whatever is in there; control
// characters are left as they are, for the surface to make harmless; secrets that show themselves are not.

import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { redact } from '#domain/words/redact.ts'
import { type LogFile, logFiles } from './log-ring.ts'

export type LogAsked = {
  /** The service's folder. */
  folder: string
} & ({ lines: number } | { after: number; lines?: undefined })

export type LogPart = {
  /** Whole lines, without their ends. */
  lines: string[]
  /** What was written of a line that isn't whole yet; it comes again, whole, after `cursor`. */
  partial: string
  /** The place after the last whole line, for `after`. */
  cursor: number
  /** Bytes between the place asked for and the first line here that the log no longer holds. */
  skipped: number
}

/** The most of a log that one answer holds, in bytes; a line that is longer comes in parts. */
const MOST = 256 * 1024
const LINE_END = 10
const LOOK_MS = 200

/** Synchronous, as it is small. An empty log is no lines. */
export function readLog(asked: LogAsked): LogPart {
  const files = logFiles(join(asked.folder, 'log'))
  const oldest = files[0]?.begin ?? 0
  const newest = files.at(-1)?.end ?? 0
  if (asked.lines !== undefined) {
    const begin = Math.max(oldest, newest - MOST)
    const part = split(readBetween(files, begin, newest), begin, begin > oldest)
    return { ...part, lines: asked.lines > 0 ? part.lines.slice(-asked.lines) : [], skipped: 0 }
  }
  // A place beyond the end is of a log that was deleted since: it is read from its beginning.
  const after = asked.after > newest ? oldest : asked.after
  const begin = Math.max(after, oldest)
  const part = split(readBetween(files, begin, Math.min(newest, begin + MOST)), begin, begin > after)
  return { ...part, skipped: begin - after }
}

/**
 * What came after a place, as soon as it is a whole line; what there is, once the signal is raised. Whoever asks slowly
 * skips what the log let go meanwhile.
 */
export async function nextOfLog(asked: { folder: string; after: number }, signal: AbortSignal): Promise<LogPart> {
  for (;;) {
    const part = readLog(asked)
    if (part.lines.length > 0 || signal.aborted) return part
    await pass(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** `isCut`: the first line lacks its beginning and is left out. */
function split(bytes: Buffer, begin: number, isCut: boolean): Omit<LogPart, 'skipped'> {
  const first = isCut ? bytes.indexOf(LINE_END) + 1 : 0
  const last = bytes.lastIndexOf(LINE_END) + 1
  // One line that fills the answer would never become whole.
  const end = last <= first && bytes.length - first >= MOST - 4 ? bytes.length : Math.max(first, last)
  const whole = redact(bytes.subarray(first, end).toString('utf8'))
  const lines = whole === '' ? [] : (whole.endsWith('\n') ? whole.slice(0, -1) : whole).split('\n')
  return { lines, partial: redact(bytes.subarray(end).toString('utf8')), cursor: begin + end }
}

function readBetween(files: LogFile[], begin: number, end: number): Buffer {
  const parts = files.filter(file => file.end > begin && file.begin < end)
  return Buffer.concat(
    parts.map(file => readFrom(file, Math.max(begin, file.begin) - file.begin, Math.min(end, file.end) - file.begin)),
  )
}

function readFrom(file: LogFile, begin: number, end: number): Buffer {
  const bytes = Buffer.alloc(end - begin)
  try {
    const handle = openSync(file.path, 'r')
    try {
      return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, begin))
    } finally {
      closeSync(handle)
    }
  } catch {
    // It was let go between the listing and now.
    return bytes.subarray(0, 0)
  }
}
