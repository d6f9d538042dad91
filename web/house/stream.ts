/** The live stream itself, followed through drops and restarts. It runs once for each browser, wherever that may be. */
import type { Event } from '#contract/shapes.ts'
import { api } from './api.ts'
import { frameReader } from './sse.ts'

/** `behind`: just dropped, coming back. `offline`: nobody answers. */
export type LiveState = 'live' | 'behind' | 'offline'

export type Told =
  | { kind: 'state'; state: LiveState; seq: number | null }
  | { kind: 'events'; events: Event[] }
  /** What was missed can't be told one by one: everything has to be read again. */
  | { kind: 'reset'; seq: number | null }

/**
 * The house answers at once and sends a sign of life every 15 seconds; a stream that does not begin, or is silent, for
 * longer is dead. In milliseconds.
 */
const [beginning, silence] = [10_000, 25_000]
const pauses = [100, 250, 500, 1_000, 2_000] as const

/**
 * Follows the stream from `after`, or from now on, until it is stopped. It resumes behind the last event that it told,
 * so nothing is missing and nothing comes twice.
 */
export function followStream(after: number | null, tell: (told: Told) => void): { stop: () => void } {
  const stopped = new AbortController()
  let seq = after
  const took = (told: Told) => {
    if (told.kind === 'events') seq = told.events.at(-1)?.seq ?? seq
    if (told.kind === 'reset') seq = told.seq
    tell(told)
  }
  const follow = async () => {
    let failures = 0
    while (!stopped.signal.aborted) {
      try {
        seq ??= (await api.call('system.info', {}, { signal: stopped.signal })).seq
        await readOnce(seq, stopped.signal, took, () => {
          failures = 0
          tell({ kind: 'state', state: 'live', seq })
        })
      } catch {
        // A drop and a refused connection are the same: it is tried again.
      }
      if (stopped.signal.aborted) return
      tell({ kind: 'state', state: failures === 0 ? 'behind' : 'offline', seq })
      await pause(pauses[Math.min(failures++, pauses.length - 1)] ?? 2_000, stopped.signal)
    }
  }
  void follow()
  return { stop: () => stopped.abort() }
}

async function readOnce(after: number, stopped: AbortSignal, tell: (told: Told) => void, onOpen: () => void) {
  const quiet = new AbortController()
  let watch = setTimeout(() => quiet.abort(), beginning)
  try {
    const response = await fetch(`/api/live?after=${after}`, {
      headers: { accept: 'text/event-stream' },
      signal: AbortSignal.any([stopped, quiet.signal]),
    })
    if (!response.ok || response.body === null) throw new Error(`no stream: ${response.status}`)
    onOpen()
    const framesOf = frameReader()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      clearTimeout(watch)
      watch = setTimeout(() => quiet.abort(), silence)
      hand(framesOf(piece.value), tell)
    }
  } finally {
    clearTimeout(watch)
  }
}

/** The events of one piece together, so that a burst costs one message. */
function hand(frames: ReturnType<ReturnType<typeof frameReader>>, tell: (told: Told) => void): void {
  let events: Event[] = []
  const flush = () => {
    if (events.length > 0) tell({ kind: 'events', events })
    events = []
  }
  for (const frame of frames) {
    if (frame.event === 'reset') {
      flush()
      tell({ kind: 'reset', seq: frame.id ? Number(frame.id) : null })
    } else if (frame.data !== '') {
      const event = eventOf(frame.data)
      if (event !== undefined) events.push(event)
    }
  }
  flush()
}

function eventOf(data: string): Event | undefined {
  const value: unknown = JSON.parse(data)
  return typeof value === 'object' && value !== null && 'seq' in value && 'type' in value ? (value as Event) : undefined
}

/** Waits, but not longer than until the network comes back. */
function pause(millis: number, stopped: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer)
      globalThis.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, millis)
    globalThis.addEventListener('online', done)
    stopped.addEventListener('abort', done, { once: true })
  })
}
