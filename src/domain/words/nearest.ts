/** "Did you mean": the known word nearest to a mistyped one. */

/** Undefined when nothing is near enough: more than two letters, or a third of them, would have to change. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const asked = word.toLowerCase()
  let best: { word: string; distance: number } | undefined
  for (const each of known) {
    const distance = editDistance(asked, each.toLowerCase())
    if (!best || distance < best.distance) best = { word: each, distance }
  }
  return best && best.distance <= (word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3)))
    ? best.word
    : undefined
}

/** Letters to insert, delete or replace (Levenshtein 1965). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replace = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replace, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
