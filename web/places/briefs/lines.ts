/** How the rows of the list stand: epics with their children under them, what has landed folded. Pure. */
import type { BriefRow } from '#contract/shapes.ts'

export type Line =
  | {
      kind: 'brief'
      row: BriefRow
      /** How deep it stands under its epics. */
      depth: number
      isLast: boolean
      /** Children stand under it, or would if it were unfolded. */
      fold?: 'open' | 'folded'
    }
  | { kind: 'landed'; epicId: number; ids: number[]; depth: number }

export type Folds = {
  /** Epics whose children are hidden. */
  folded: ReadonlySet<number>
  /** Epics whose landed children are shown. */
  unfolded: ReadonlySet<number>
}

export const keyOf = (line: Line): string => (line.kind === 'brief' ? `b${line.row.id}` : `l${line.epicId}`)

/**
 * An epic and its children stand where the first of them stands in `rows`. A child joins its epic only within one page
 * of the list: reading on never moves what is shown already.
 */
export function layOut(rows: readonly BriefRow[], folds: Folds, pageSize: number): Line[] {
  const lines: Line[] = []
  for (let from = 0; from < rows.length; from += pageSize) layOutPage(rows.slice(from, from + pageSize), folds, lines)
  return lines
}

function layOutPage(rows: readonly BriefRow[], folds: Folds, lines: Line[]): void {
  const byId = new Map(rows.map(row => [row.id, row]))
  const children = Map.groupBy(
    rows.filter(row => row.parentId !== null && byId.has(row.parentId)),
    row => row.parentId,
  )
  const done = new Set<number>()
  for (const row of rows) {
    const root = rootOf(row, byId)
    if (!done.has(root.id)) layOutGroup(root, 0, false, { children, folds, lines, done })
  }
}

function rootOf(row: BriefRow, byId: ReadonlyMap<number, BriefRow>): BriefRow {
  const seen = new Set([row.id])
  let root = row
  while (root.parentId !== null) {
    const parent = byId.get(root.parentId)
    if (parent === undefined || seen.has(parent.id)) break
    seen.add(parent.id)
    root = parent
  }
  return root
}

type Ground = { children: Map<number | null, BriefRow[]>; folds: Folds; lines: Line[]; done: Set<number> }

function layOutGroup(row: BriefRow, depth: number, isLast: boolean, ground: Ground): void {
  const { children, folds, lines, done } = ground
  if (done.has(row.id)) return
  done.add(row.id)
  const below = (children.get(row.id) ?? []).toSorted((a, b) => a.id - b.id)
  const isFolded = folds.folded.has(row.id)
  lines.push({
    kind: 'brief',
    row,
    depth,
    isLast,
    fold: below.length === 0 ? undefined : isFolded ? 'folded' : 'open',
  })
  if (isFolded) return markDone(below, ground)
  const landed = folds.unfolded.has(row.id) ? [] : below.filter(child => isLanded(child, children))
  const shown = below.filter(child => !landed.includes(child))
  shown.forEach((child, place) =>
    layOutGroup(child, depth + 1, place === shown.length - 1 && landed.length === 0, ground),
  )
  for (const child of landed) done.add(child.id)
  if (landed.length > 0)
    lines.push({ kind: 'landed', epicId: row.id, ids: landed.map(child => child.id), depth: depth + 1 })
}

const isLanded = (row: BriefRow, children: Ground['children']) => row.status === 'complete' && !children.has(row.id)

function markDone(rows: readonly BriefRow[], ground: Ground): void {
  for (const row of rows) {
    if (ground.done.has(row.id)) continue
    ground.done.add(row.id)
    markDone(ground.children.get(row.id) ?? [], ground)
  }
}
