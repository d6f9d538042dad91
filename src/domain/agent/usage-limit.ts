/** A provider's usage limit, recognised by the words in which harnesses pass it on. */

const LIMIT =
  /usage limit|limit reached|hit your [\w\s-]*limit|rejected \(429\)|429 too many requests|insufficient[_ ]quota|exceeded your current quota/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const LENGTHS: Record<string, number> = { day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1_000 }

export type UsageLimit = { until?: string }

/**
 * Undefined when the words are of something else. `until` (ISO 8601 in UTC) when they say when it resets: as seconds since
 * 1970, as a length of time from `at`, or as a time of day, of `zone` unless they name another.
 */
export function readUsageLimit(words: string, at: Date, zone: string): UsageLimit | undefined {
  if (!LIMIT.test(words)) return undefined
  const until = secondsIn(words) ?? lengthIn(words, at) ?? clockIn(words, at, zone)
  return until === undefined ? {} : { until: new Date(until).toISOString() }
}

function secondsIn(words: string): number | undefined {
  const seconds = /(?:\||resets_at\D{1,4})(\d{10})\b/.exec(words)?.[1]
  return seconds === undefined ? undefined : Number(seconds) * 1_000
}

/** `try again in 3 days 2 hours 5 minutes` */
function lengthIn(words: string, at: Date): number | undefined {
  const said = /(?:again|resets) in ((?:(?:less than )?(?:\d+|an?) (?:day|hour|minute|second)s?[ ,and]*)+)/i.exec(
    words,
  )?.[1]
  if (said === undefined) return undefined
  const parts = [...said.matchAll(/(\d+|an?) (day|hour|minute|second)/gi)]
  const sum = parts.reduce((ms, [, count = '', unit = '']) => ms + (Number(count) || 1) * (LENGTHS[unit] ?? 0), 0)
  return at.getTime() + sum
}

/** `resets 8pm (Europe/Berlin)`, `try again at 8:05 PM`, `try again at Dec 1st, 2026 8:00 AM` */
function clockIn(words: string, at: Date, zone: string): number | undefined {
  const found =
    /(?:resets?(?: at)?|again at) (?:(?<month>[a-z]{3})[a-z]* (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?:(?<year>\d{4}),? )?(?:at )?)?(?<hour>\d{1,2})(?::(?<minute>\d\d))? ?(?<half>am|pm)(?: \((?<zone>[\w/+-]+)\))?/i.exec(
      words,
    )?.groups
  if (found === undefined) return undefined
  const where = isZone(found['zone']) ? found['zone'] : zone
  const hour = (Number(found['hour']) % 12) + (found['half']?.toLowerCase() === 'pm' ? 12 : 0)
  const today = new Date(wallClock(at.getTime(), where))
  const month = MONTHS.indexOf((found['month'] ?? '').toLowerCase())
  const year = Number(found['year'] ?? today.getUTCFullYear())
  const day = found['day'] === undefined ? today.getUTCDate() : Number(found['day'])
  const wall = Date.UTC(year, month < 0 ? today.getUTCMonth() : month, day, hour, Number(found['minute'] ?? 0))
  const moment = momentOf(wall, where)
  // A time of day alone is the next one.
  return found['day'] === undefined && moment <= at.getTime() ? momentOf(wall + 86_400_000, where) : moment
}

function isZone(name: string | undefined): name is string {
  try {
    if (name === undefined) return false
    new Intl.DateTimeFormat('en', { timeZone: name }).format(0)
    return true
  } catch {
    return false
  }
}

/** What clocks there show at a moment, as if it were UTC. */
function wallClock(moment: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment)
  const part = (type: string): number => Number(parts.find(each => each.type === type)?.value ?? 0)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** The moment at which clocks there show that; twice, as the first guess may lie on the other side of a change of time. */
function momentOf(wall: number, zone: string): number {
  const guess = wall - (wallClock(wall, zone) - wall)
  return wall - (wallClock(guess, zone) - guess)
}
