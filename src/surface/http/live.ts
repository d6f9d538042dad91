/** Server-sent events: `id` is the sequence number, so that a browser resumes by itself. Each event is encoded once for all readers. */
import type { ServerResponse } from 'node:http'
import type { Event } from '#contract/shapes.ts'
import type { Watch } from '#service/watch.ts'

/** Whose stream it is: it ends with the token, or with the run that the token was made for. */
type Bearer = { tokenId: number | null; runId?: number | undefined }

export type LiveFilter = { project?: string | undefined; briefId?: number | undefined }

type Reader = Bearer & { out: ServerResponse; stop: () => void }

/** A reader with this many bytes waiting is dropped; it comes back and resumes. */
const mostWaiting = 4 * 1024 * 1024
/** Milliseconds that a dropped reader has to take what was sent to it; then its connection is cut. */
const usualLinger = 30_000
/** Milliseconds between signs of life, so that proxies neither buffer nor hang up. */
const beatMs = 15_000

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  connection: 'close',
}

export type Live = {
  open: (out: ServerResponse, ask: Bearer & { after: number | undefined; filter: LiveFilter }) => Promise<void>
  readers: () => number
  close: () => void
}

export function makeLive(watch: Watch, lingerMs = usualLinger): Live {
  const readers = new Set<Reader>()
  const frames = new WeakMap<Event, Buffer>()
  const beat = setInterval(() => {
    for (const reader of readers) reader.out.write(': here\n\n')
  }, beatMs)
  beat.unref()

  const frameOf = (event: Event): Buffer => {
    const known = frames.get(event)
    if (known) return known
    const frame = Buffer.from(`id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    frames.set(event, frame)
    return frame
  }

  function drop(reader: Reader): void {
    if (!readers.delete(reader)) return
    reader.stop()
    reader.out.end()
    // Whoever takes nothing any more would hold its connection, and what waits in it, for good.
    setTimeout(() => reader.out.destroy(), lingerMs).unref()
  }

  /** A token that ended closes its streams with the event that tells of it. */
  function closeEnded(events: Event[]): void {
    for (const event of events) {
      if (event.type !== 'token_revoked' && event.type !== 'agent_ended') continue
      const { tokenId, runId } = event.payload as Partial<Bearer>
      const isOver = (reader: Reader): boolean =>
        event.type === 'token_revoked' ? reader.tokenId === tokenId : reader.runId === runId
      for (const reader of readers) if (isOver(reader)) drop(reader)
    }
  }

  return {
    open: async (out, ask) => {
      // Not in chunks: the stream ends with its connection, and each event is one write to each socket instead of three.
      out.removeHeader('transfer-encoding')
      out.writeHead(200, headers)
      out.write('retry: 1000\n\n')
      const reader: Reader = { out, tokenId: ask.tokenId, runId: ask.runId, stop: () => undefined }
      readers.add(reader)
      out.on('close', () => drop(reader))
      out.on('error', () => drop(reader))
      const stop = await watch.follow(ask.after, {
        deliver: events => {
          const wanted = events.filter(event => isWanted(event, ask.filter))
          const [first, ...more] = wanted.map(frameOf)
          if (first) out.write(more.length > 0 ? Buffer.concat([first, ...more]) : first)
          closeEnded(events)
          if (out.writableLength > mostWaiting) drop(reader)
        },
        reset: seq => out.write(`id: ${seq}\nevent: reset\ndata: {"seq":${seq}}\n\n`),
      })
      reader.stop = stop
      if (!readers.has(reader)) stop()
    },
    readers: () => readers.size,
    close: () => {
      clearInterval(beat)
      for (const reader of readers) drop(reader)
    },
  }
}

const isWanted = (event: Event, filter: LiveFilter): boolean =>
  (filter.briefId === undefined || event.briefId === filter.briefId) &&
  (filter.project === undefined || event.project === undefined || event.project === filter.project)
