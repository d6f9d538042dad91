// What an agent said, for whoever wants to read it: the last lines, or those after a place, waiting for them.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { followAgent } from './follow.ts'
import { type Heard, SAID } from './said-file.ts'

/** Bytes from the end in which the last lines are looked for. */
const TAIL = 1_000_000
const LINE_END = 10

export type SaidSoFar = { items: Heard[]; after: number }

/** The last `lines`; none where nothing was said. */
export async function lastSaid(folder: string, lines: number): Promise<SaidSoFar> {
  const { items, after } = await saidAfter(folder, startOfTail(join(folder, SAID)), undefined)
  return { items: items.slice(-lines), after }
}

/** What was said after a byte offset; raises of `until` let go whoever waits for the first of it. */
export async function saidAfter(folder: string, from: number, until: AbortSignal | undefined): Promise<SaidSoFar> {
  const { promise, resolve } = Promise.withResolvers<SaidSoFar>()
  let so: SaidSoFar = { items: [], after: from }
  const follower = followAgent(folder, from, (items, after) => {
    so = { items: [...so.items, ...items], after }
    if (until) resolve(so)
  })
  if (until) until.addEventListener('abort', () => resolve(so), { once: true })
  // The follower has read what is there with its first look.
  else setImmediate(() => setImmediate(() => resolve(so)))
  return promise.finally(follower.close)
}

/** After a line end, so that no half line is read. */
function startOfTail(path: string): number {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return 0
  }
  try {
    const start = fstatSync(file).size - TAIL
    if (start <= 0) return 0
    const part = Buffer.alloc(TAIL)
    const read = readSync(file, part, 0, TAIL, start)
    return start + part.subarray(0, read).indexOf(LINE_END) + 1
  } finally {
    closeSync(file)
  }
}
