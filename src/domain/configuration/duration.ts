/** Durations as `flower.yaml` spells them: a whole number with `s`, `m` or `h`. */
import { z } from 'zod'

const pattern = /^([1-9]\d{0,5})(s|m|h)$/
const milliseconds = { s: 1_000, m: 60_000, h: 3_600_000 } as const

/** A week: longer than any step is left alone, and within what a timer of the system can hold. */
const longest = 7 * 24 * milliseconds.h

/** `90s`, `5m`, `2h` in milliseconds; undefined for anything else, nothing and more than a week included. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit] = pattern.exec(text) ?? []
  if (count === undefined || unit === undefined) return undefined
  const length = Number(count) * milliseconds[unit as keyof typeof milliseconds]
  return length > longest ? undefined : length
}

/** A field that is spelled as a duration and read as milliseconds. `fallback` is in the same spelling. */
export const duration = (fallback: string) =>
  z
    .string({ error: 'has to be a duration such as 30s, 5m or 2h' })
    .regex(pattern, 'has to be a duration such as 30s, 5m or 2h')
    .default(fallback)
    .transform((text, context) => {
      const length = parseDuration(text)
      if (length !== undefined) return length
      context.addIssue({ code: 'custom', message: 'is longer than a week (168h)' })
      return z.NEVER
    })
