/** A reader of the live stream, as a browser is one: it remembers the last event that it heard. */
import type { Event } from '#contract/shapes.ts'

export type LiveReader = {
  /** All that was heard, in the order in which it came. */
  heard: Event[]
  /** Resolves when an event that fits was heard; at once when it was heard already. */
  until: (fits: (event: Event) => boolean) => Promise<Event>
  close: () => void
}

/** Follows everything after `after`; undefined begins at the newest. */
export async function readLive(server: { url: string; token: string }, after?: number): Promise<LiveReader> {
  const stop = new AbortController()
  const headers: Record<string, string> = { authorization: `Bearer ${server.token}` }
  if (after !== undefined) headers['last-event-id'] = String(after)
  const response = await fetch(`${server.url}/api/live`, { headers, signal: stop.signal })
  if (!response.body) throw new Error('the stream has no body')
  const heard: Event[] = []
  const waiting = new Set<() => void>()
  void follow(response.body, event => {
    heard.push(event)
    for (const look of waiting) look()
  }).catch(() => undefined)
  return {
    heard,
    until: fits =>
      new Promise(resolve => {
        const look = (): void => {
          const found = heard.find(fits)
          if (!found) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    close: () => stop.abort(),
  }
}

async function follow(body: ReadableStream<Uint8Array>, hear: (event: Event) => void): Promise<void> {
  let rest = ''
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + text).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1]
      if (data) hear(JSON.parse(data) as Event)
    }
  }
}
