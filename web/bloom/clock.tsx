import { type ReactNode, useSyncExternalStore } from 'react'
import { exactly, howLongAgo, inMillis, left, type Moment, ofDay } from './time.ts'

// One clock for all times of the page: a thousand rows cost one timer, and a row renders only when its word changes.
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  if (document.visibilityState === 'hidden') return
  for (const told of listeners) told()
}

function subscribe(told: () => void): () => void {
  listeners.add(told)
  if (timer === undefined) {
    timer = setInterval(tick, 1000)
    document.addEventListener('visibilitychange', tick)
  }
  return () => {
    listeners.delete(told)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
    document.removeEventListener('visibilitychange', tick)
  }
}

/** A word that depends on the time; renders again only when the word changes. */
export function useTimed<Word extends string | number | boolean | null>(word: (now: number) => Word): Word {
  return useSyncExternalStore(
    subscribe,
    () => word(Date.now()),
    () => word(Date.now()),
  )
}

/** A relative time with the exact one in its title. `ago` writes `4m ago` for the middle of a sentence. */
export function RelativeTime({ at, ago = false }: { at: Moment; ago?: boolean }) {
  const millis = inMillis(at)
  const word = useTimed(now => howLongAgo(millis, now))
  const past = ago && word !== 'now' && !word.startsWith('in ')
  return (
    <time dateTime={new Date(millis).toISOString()} title={exactly(millis)}>
      {past ? `${word} ago` : word}
    </time>
  )
}

/** A time of today: `14:36`, with the exact one in its title. */
export function ClockTime({ at }: { at: Moment }) {
  const millis = inMillis(at)
  return (
    <time dateTime={new Date(millis).toISOString()} title={exactly(millis)}>
      {ofDay(millis)}
    </time>
  )
}

/** What is left of a lease; amber under a minute. Once it is over `lost` stands there. */
export function LeaseClock({ endsAt, lost = 'lost' }: { endsAt: Moment; lost?: ReactNode }) {
  const millis = inMillis(endsAt)
  const rest = useTimed(now => left(millis, now))
  if (rest === null) return <span className="clay-ink">{lost}</span>
  const short = rest.startsWith('00:')
  return (
    <span className={short ? 'amber-ink' : 'lease'} title={`The lease ends ${exactly(millis)} unless it is renewed`}>
      {rest}
    </span>
  )
}
