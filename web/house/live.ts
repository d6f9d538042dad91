/** What happens in the house, as it happens. One stream for each browser feeds every tab. */
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { Event } from '#contract/shapes.ts'
import { fresh } from './queries.ts'
import { joinStream } from './shared-stream.ts'
import type { LiveState, Told } from './stream.ts'

export type Live = {
  state: LiveState
  /** The last event that this tab has seen. */
  seq: number | null
  news: Event | null
}

let live: Live = { state: 'behind', seq: null, news: null }
const watchers = new Set<() => void>()
const listeners = new Set<(events: readonly Event[]) => void>()
let waiting: Event[] = []
let frame: ReturnType<typeof setTimeout> | undefined

let isReady = false
let resolveReady: () => void
const ready = new Promise<void>(resolve => {
  resolveReady = resolve
})

function markReady(): void {
  isReady = true
  resolveReady()
}

/**
 * Resolves once the stream has begun or was found dead: what is read from then on can't miss anything. A stream that
 * hangs holds nobody up for longer than a moment.
 */
export const whenFollowed = (): Promise<void> => ready

function change(part: Partial<Live>): void {
  live = { ...live, ...part }
  for (const told of watchers) told()
}

function hear(told: Told): void {
  if (told.kind === 'state') return hearState(told.state, told.seq)
  if (told.kind === 'reset') {
    change({ seq: told.seq })
    return fresh.everything()
  }
  // The next leader of the tabs may tell again what this tab has seen.
  const events = told.events.filter(event => live.seq === null || event.seq > live.seq)
  if (events.length === 0) return
  waiting.push(...events)
  live = { ...live, seq: events.at(-1)?.seq ?? live.seq }
  frame ??= setTimeout(deliver, 16)
}

function hearState(state: LiveState, seq: number | null): void {
  const back = state === 'live' && live.state !== 'live'
  // It began after something had been read, or another tab's stream is further than this one heard.
  const missed = seq !== null && (live.seq === null ? isReady : seq > live.seq)
  change({ state, seq: missed ? seq : (live.seq ?? seq) })
  if (missed) fresh.everything()
  else if (back) fresh.failed()
  else if (state === 'offline') fresh.house()
  markReady()
}

/** Calls back whenever the page is live again after it was not. */
export function onLiveAgain(hear: () => void): () => void {
  let before = live.state
  return subscribe(() => {
    if (live.state === 'live' && before !== 'live') hear()
    before = live.state
  })
}

/** All events of a frame together: listeners run once, and queries are read again at their own pace. */
function deliver(): void {
  frame = undefined
  const events = waiting
  waiting = []
  change({ news: events.findLast(event => !event.quiet) ?? live.news })
  fresh.touch(events)
  for (const told of listeners) told(events)
}

let isStarted = false

/** Begins to listen; a second call changes nothing. */
export function startLive(): void {
  if (isStarted) return
  isStarted = true
  joinStream(hear, () => live.seq)
  setTimeout(markReady, 1_000)
}

function subscribe(told: () => void): () => void {
  watchers.add(told)
  return () => watchers.delete(told)
}

/** Whether the page is live, and how far it has seen. */
export const useLiveState = (): Live =>
  useSyncExternalStore(
    subscribe,
    () => live,
    () => live,
  )

/** Nobody answers, or it is being found out whether somebody does. */
export const useIsAway = (): boolean => useLiveState().state !== 'live'

/**
 * The events that `filter` lets through, a frame's worth at a time. Reads are kept fresh without it; this is for
 * what has to know that something is new. Neither function has to be stable.
 */
export function useLive(filter: (event: Event) => boolean, onEvents: (events: readonly Event[]) => void): void {
  const now = useRef({ filter, onEvents })
  useLayoutEffect(() => {
    now.current = { filter, onEvents }
  })
  useEffect(() => {
    const told = (events: readonly Event[]) => {
      const mine = events.filter(now.current.filter)
      if (mine.length > 0) now.current.onEvents(mine)
    }
    listeners.add(told)
    return () => void listeners.delete(told)
  }, [])
}
