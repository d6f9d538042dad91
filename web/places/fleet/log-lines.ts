/** The lines of a log as they are shown: the newest, in the order they came. Pure. */

/** More than anybody scrolls through here; the whole log is a file. */
export const mostLines = 1_000

/** A line, or what stands where some are missing. `no` counts from the first that was ever shown. */
export type LogLine = { no: number; text: string; isGap?: true }

// Colours and cursor moves are for a terminal.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const escapes =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])|[\u0000-\u0008\u000b-\u001f\u007f]/g

export const plain = (line: string): string => line.replace(escapes, '')

/** `cut` is the number of bytes that the log no longer holds before these lines. */
export function grown(before: readonly LogLine[], more: { lines: readonly string[]; cut?: number }): LogLine[] {
  const first = (before.at(-1)?.no ?? 0) + 1
  const gap: LogLine[] = more.cut ? [{ no: first, text: `${more.cut} bytes are no longer kept`, isGap: true }] : []
  const from = first + gap.length
  const added = more.lines.map((text, at): LogLine => ({ no: from + at, text: plain(text) }))
  return [...before, ...gap, ...added].slice(-mostLines)
}
