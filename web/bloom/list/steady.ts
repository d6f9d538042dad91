/** Nothing moves under a reader: the order that somebody reads is held, and news waits behind a count. Pure. */

/** What is shown in the held order, and how many have come in above it since. */
export type Settled<Row> = { shown: readonly Row[]; newer: number }

/**
 * `held` is the order that the reader sees, `latest` what the house says now. Held rows stay where they are, with what
 * is known of them now; one that has left the list stays as it was. What `latest` has behind all of them is added at
 * the end: reading on goes on.
 */
export function settle<Row extends { id: number }>(held: readonly Row[], latest: readonly Row[]): Settled<Row> {
  const isHeld = new Set(held.map(row => row.id))
  const now = new Map(latest.map(row => [row.id, row]))
  const end = latest.findLastIndex(row => isHeld.has(row.id))
  return {
    shown: [...held.map(row => now.get(row.id) ?? row), ...latest.slice(end + 1)],
    newer: latest.slice(0, end + 1).filter(row => !isHeld.has(row.id)).length,
  }
}
