/** Joining two texts that both began at the same third one, by lines. */
import { diff } from '#domain/words/sequence-diff.ts'

/** A passage of the common beginning, from `at` for `gone` lines, that one writer replaced by `lines`. */
type Hunk = { at: number; gone: number; lines: string[] }

function hunks(base: readonly string[], now: readonly string[]): Hunk[] {
  const found: Hunk[] = []
  let at = 0
  let open: Hunk | null = null
  for (const step of diff(base, now)) {
    if (step.kind === 'same') {
      open = null
      at++
      continue
    }
    if (open === null) {
      open = { at, gone: 0, lines: [] }
      found.push(open)
    }
    if (step.kind === 'add') open.lines.push(step.item)
    else {
      open.gone++
      at++
    }
  }
  return found
}

const end = (hunk: Hunk) => hunk.at + hunk.gone

/** Two passages that lie in each other or start at the same place can't both be kept without a look. */
const meet = (one: Hunk, other: Hunk) =>
  one.at === other.at || (one.at < other.at ? end(one) > other.at : end(other) > one.at)

/** What the hunks of one writer make of the lines `from` to `to` of the common beginning. */
function apply(base: readonly string[], mine: readonly Hunk[], from: number, to: number): string[] {
  const out: string[] = []
  let at = from
  for (const hunk of mine) {
    out.push(...base.slice(at, hunk.at), ...hunk.lines)
    at = end(hunk)
  }
  return [...out, ...base.slice(at, to)]
}

/** Hunks of both writers that touch each other, as one passage. */
type Passage = { from: number; to: number; mine: Hunk[]; theirs: Hunk[] }

function passages(mine: readonly Hunk[], theirs: readonly Hunk[]): Passage[] {
  const all = [
    ...mine.map(hunk => ({ hunk, whose: 'mine' as const })),
    ...theirs.map(hunk => ({ hunk, whose: 'theirs' as const })),
  ].sort((one, other) => one.hunk.at - other.hunk.at || end(one.hunk) - end(other.hunk))
  const found: Passage[] = []
  for (const { hunk, whose } of all) {
    const last = found.at(-1)
    const touches = last !== undefined && meet({ at: last.from, gone: last.to - last.from, lines: [] }, hunk)
    const passage = touches ? last : { from: hunk.at, to: end(hunk), mine: [], theirs: [] }
    if (!touches) found.push(passage)
    passage.to = Math.max(passage.to, end(hunk))
    passage[whose].push(hunk)
  }
  return found
}

const same = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((line, place) => line === other[place])

/**
 * Both writers' changes to `base` in one text. Where both changed the same lines, both versions stand there between
 * marks, and `clashes` counts those places.
 */
export function mergeTexts(base: string, mine: string, theirs: string): { text: string; clashes: number } {
  const lines = base.split('\n')
  const out: string[] = []
  let clashes = 0
  let at = 0
  for (const passage of passages(hunks(lines, mine.split('\n')), hunks(lines, theirs.split('\n')))) {
    const own = apply(lines, passage.mine, passage.from, passage.to)
    const other = apply(lines, passage.theirs, passage.from, passage.to)
    out.push(...lines.slice(at, passage.from))
    at = passage.to
    if (passage.mine.length === 0) out.push(...other)
    else if (passage.theirs.length === 0 || same(own, other)) out.push(...own)
    else {
      clashes++
      out.push('<<<<<<< yours', ...own, '=======', ...other, '>>>>>>> theirs')
    }
  }
  return { text: [...out, ...lines.slice(at)].join('\n'), clashes }
}
