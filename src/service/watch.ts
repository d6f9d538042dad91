/**
 * The only door to live. One reader follows the trace after each bell and hands the same events to everybody who
 * watches; who comes later is caught up from the store first. Nobody misses an event, and nobody gets one twice.
 */
import type { Event } from '#contract/shapes.ts'
import { chainHead, eventsAfter } from '#store/queries/events.ts'
import { projectSlugs } from '#store/queries/projects.ts'
import type { Store } from '#store/store.ts'
import { eventView } from './trace/event-view.ts'

export type Watcher = {
  /** In order, without gaps, each once. */
  deliver: (events: Event[]) => void
  /** What it asked for is gone or too far back: it has to read everything anew, and hears all after `seq`. */
  reset: (seq: number) => void
}

export type Watch = {
  /** Hears all events with a larger number than `after`; undefined starts at the newest. Answers how to stop. */
  follow: (after: number | undefined, watcher: Watcher) => Promise<() => void>
  /** Resolves at the next commit, or after the given milliseconds. */
  nextCommit: (ms: number) => Promise<void>
  watchers: () => number
  close: () => void
}

/** Events that are read at once, and the most that a late watcher is caught up with. */
const page = 500
const mostBehind = 5_000

type Member = { watcher: Watcher; had: number }

export function makeWatch(store: Store): Watch {
  const members = new Set<Member>()
  /** How far everybody who is level has heard. */
  let cursor = 0

  function hand(member: Member, events: Event[]): void {
    const fresh = (events[0]?.seq ?? 0) > member.had ? events : events.filter(event => event.seq > member.had)
    const last = fresh.at(-1)
    if (!last || !members.has(member)) return
    member.had = last.seq
    member.watcher.deliver(fresh)
  }

  /** Brings those who came late up to the cursor, then hands out what is new to all at once. */
  async function advance(): Promise<void> {
    for (const member of members) {
      while (members.has(member) && member.had < cursor) hand(member, await readAfter(store, member.had))
    }
    while (members.size > 0) {
      const events = await readAfter(store, cursor)
      const last = events.at(-1)
      if (!last) return
      const level = [...members].filter(member => member.had >= cursor)
      cursor = last.seq
      // Who came late while we read is caught up in the turn that its own ring asked for.
      for (const member of level) hand(member, events)
      if (events.length < page) return
    }
  }

  /** One turn at a time. A turn that fails (the store is closing) is made up for by the next bell, from the same cursor. */
  const ring = oneAtATime(advance)

  const stopBell = store.onBell(() => {
    if (members.size > 0) ring()
  })

  return {
    follow: async (after, watcher) => {
      const head = (await store.read(tx => chainHead(tx))).seq
      const tooFar = after !== undefined && (after > head || head - after > mostBehind)
      if (tooFar) watcher.reset(head)
      const member: Member = { watcher, had: tooFar || after === undefined ? head : after }
      if (members.size === 0) cursor = member.had
      members.add(member)
      ring()
      return () => void members.delete(member)
    },
    nextCommit: ms => nextBell(store, ms),
    watchers: () => members.size,
    close: () => {
      stopBell()
      members.clear()
    },
  }
}

async function readAfter(store: Store, seq: number): Promise<Event[]> {
  return store.read(async tx => {
    const rows = await eventsAfter(tx, seq, page)
    if (rows.length === 0) return []
    const slugs = await projectSlugs(tx)
    return rows.map(row => eventView(row, slugs))
  })
}

function nextBell(store: Store, ms: number): Promise<void> {
  return new Promise(resolve => {
    const done = (): void => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, ms)
    const stop = store.onBell(done)
  })
}

/** Runs `work` again for what was asked while it ran, never twice at once. */
function oneAtATime(work: () => Promise<void>): () => void {
  let running = false
  let again = false
  const run = async (): Promise<void> => {
    running = true
    try {
      do {
        again = false
        await work()
      } while (again)
    } finally {
      running = false
    }
  }
  return () => {
    again = true
    if (!running) run().catch(() => undefined)
  }
}
