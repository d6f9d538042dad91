const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * How long ago `at` was, in one word: `now`, `40s`, `4m`, `2h`, `5d`. Seconds move in steps of ten so that a list
 * doesn't flicker. What is still to come reads `in 4m`.
 * @param at - milliseconds since the epoch
 * @param now - milliseconds since the epoch
 */
export function howLongAgo(at: number, now: number): string {
  const seconds = Math.floor(Math.abs(now - at) / 1000)
  if (seconds < 10) return 'now'
  const words =
    seconds < minute
      ? `${Math.floor(seconds / 10) * 10}s`
      : seconds < hour
        ? `${Math.floor(seconds / minute)}m`
        : seconds < day
          ? `${Math.floor(seconds / hour)}h`
          : `${Math.floor(seconds / day)}d`
  return at > now ? `in ${words}` : words
}

const two = (value: number) => String(value).padStart(2, '0')

/** `2026-07-04 14:31:58` in the reader's own time zone. */
export function exactly(at: number): string {
  const date = new Date(at)
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clock}`
}

/** `14:31` in the reader's own time zone. */
export function ofDay(at: number): string {
  return exactly(at).slice(11, 16)
}

/** What is left until `ends`, as `04:12` or `1:04:12`; null when nothing is. */
export function left(ends: number, now: number): string | null {
  const seconds = Math.ceil((ends - now) / 1000)
  if (seconds <= 0) return null
  const small = `${two(Math.floor((seconds % hour) / minute))}:${two(seconds % minute)}`
  return seconds < hour ? small : `${Math.floor(seconds / hour)}:${small}`
}

/** Milliseconds since the epoch of an ISO text, a number or a Date. */
export type Moment = string | number | Date

export function inMillis(moment: Moment): number {
  return moment instanceof Date ? moment.getTime() : typeof moment === 'number' ? moment : Date.parse(moment)
}
