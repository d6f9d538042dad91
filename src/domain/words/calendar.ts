/** Days as people count them: of a time zone's calendar, whatever its clocks do that day. */

const formats = new Map<string, Intl.DateTimeFormat>()

/** `2026-03-29`, the day that it is there at a moment. */
export function dayIn(zone: string, moment: string): string {
  const known = formats.get(zone)
  // Its numbers stand in the order of ISO 8601.
  const format =
    known ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(zone, format)
  return format.format(Date.parse(moment))
}

/** So many days earlier. */
export function daysBefore(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - count)
  return date.toISOString().slice(0, 10)
}
