/** Text of others on a terminal: control characters, escape sequences and marks that turn reading around are shown, not obeyed. */

/** C0 but tab and newline, DEL, C1, line and paragraph separators, directional marks, byte order mark, tags. */
const harmful =
  // oxlint-disable-next-line no-control-regex -- they are what it looks for
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]|\p{Surrogate}/gu

/** Line ends become newlines; everything harmful becomes `\u{…}`. */
export const harmless = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(harmful, each => `\\u{${(each.codePointAt(0) ?? 0).toString(16)}}`)

/** The same for every text within an answer. */
export function harmlessAll<T>(value: T): T {
  if (typeof value === 'string') return harmless(value) as T
  if (Array.isArray(value)) return value.map(harmlessAll) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [harmless(key), harmlessAll(each)])) as T
}

/** One JSON document: the same value to a program, and harmless to a terminal. */
export const harmlessJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(harmful, each =>
    each
      .split('')
      .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
