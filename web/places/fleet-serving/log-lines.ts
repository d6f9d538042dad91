/** The lines of a log as they are shown: the newest, in the order they came. Pure. */

/** More than anybody scrolls through here; the whole log is a file. */
export const mostLines = 1_000

/** A line, or what stands where some are missing. `no` counts from the first that was ever shown. */
export type LogLine = { no: number; text: string; isGap?: true }

const [escape, bell] = [String.fromCharCode(0x1b), String.fromCharCode(0x07)]
/** Colours, cursor moves and links: they are for a terminal. */
const forTerminals = new RegExp(
  `${escape}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${bell}${escape}]*(?:${bell}|${escape}\\\\)|[@-Z\\\\-_])`,
  'g',
)
/** Every other sign that isn't drawn, but for the tab. */
const undrawn = /(?!\t)\p{Cc}/gu

export const plain = (line: string): string => line.replace(forTerminals, '').replace(undrawn, '')

/** `cut` is the number of bytes that the log no longer holds before these lines. */
export function grown(before: readonly LogLine[], more: { lines: readonly string[]; cut?: number }): LogLine[] {
  const first = (before.at(-1)?.no ?? 0) + 1
  const gap: LogLine[] = more.cut ? [{ no: first, text: `${more.cut} bytes are no longer kept`, isGap: true }] : []
  const from = first + gap.length
  const added = more.lines.map((text, at): LogLine => ({ no: from + at, text: plain(text) }))
  return [...before, ...gap, ...added].slice(-mostLines)
}
