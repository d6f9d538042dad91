/** Server-sent events: `id` is the sequence number, so that a browser resumes by itself. Each event is encoded once for all readers. */
import type { ServerResponse } from 'node:http'
import type { Event } from '#contract/shapes.ts'
import type { Watch } from '#service/watch.ts'

export type LiveFilter = { project?: string | undefined; briefId?: number | undefined }

type Reader = { out: ServerResponse; tokenId: number | null; stop: () => void }

/** A reader with this many bytes waiting is dropped; it comes back and resumes. */
const mostWaiting = 4 * 1024 * 1024
/** Milliseconds between signs of life, so that proxies neither buffer nor hang up. */
const beatMs = 15_000

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  connection: 'close',
}

export type Live = {
  open: (
    out: ServerResponse,
    ask: { after: number | undefined; filter: LiveFilter; tokenId: number | null },
  ) => Promise<void>
  readers: () => number
  close: () => void
}

export function makeLive(watch: Watch): Live {
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
  }

  /** A revoked token closes its streams with the event that tells of it. */
  function closeRevoked(events: Event[]): void {
    for (const event of events) {
      if (event.type !== 'token_revoked') continue
      const { tokenId } = event.payload as { tokenId: number }
      for (const reader of readers) if (reader.tokenId === tokenId) drop(reader)
    }
  }

  return {
    open: async (out, ask) => {
      // Not in chunks: the stream ends with its connection, and each event is one write to each socket instead of three.
      out.removeHeader('transfer-encoding')
      out.writeHead(200, headers)
      out.write('retry: 1000\n\n')
      const reader: Reader = { out, tokenId: ask.tokenId, stop: () => undefined }
      readers.add(reader)
      out.on('close', () => drop(reader))
      out.on('error', () => drop(reader))
      const stop = await watch.follow(ask.after, {
        deliver: events => {
          const wanted = events.filter(event => isWanted(event, ask.filter))
          const [first, ...more] = wanted.map(frameOf)
          if (first) out.write(more.length > 0 ? Buffer.concat([first, ...more]) : first)
          closeRevoked(events)
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
