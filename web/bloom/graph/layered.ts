/** Where the nodes of a graph of Briefs stand: epics first, then wave after wave of what waits for what. Pure. */

export type GraphInput = { id: number; parentId: number | null; dependsOn: readonly number[] }
/** From what comes first to what waits for it, or from an epic to where its first wave begins. */
export type GraphEdge = { from: number; to: number; kind: 'needs' | 'epic' }
export type Laid = {
  /** Column and row of each node that is drawn. */
  places: ReadonlyMap<number, { column: number; row: number }>
  edges: readonly GraphEdge[]
  columns: number
  rows: number
  /** The first column holds epics and no wave. */
  hasEpics: boolean
  /** Those that are in no epic and wait for nothing among these. */
  alone: readonly number[]
  /** Those that have a place in the graph, but no room in it. */
  left: readonly number[]
}

/**
 * At most `most` nodes are drawn: whole families, in the order of `nodes`, and of the one that is larger than the room
 * that is left its first ones. A circle ends where it was entered.
 */
export function layOutGraph(nodes: readonly GraphInput[], most: number): Laid {
  const known = new Map(nodes.map(node => [node.id, node]))
  const edges = nodes.flatMap(node => edgesTo(node, known))
  const families = familiesOf(nodes, edges)
  const related = families.filter(family => family.length > 1)
  const drawn = new Set(related.flat().slice(0, most))
  const shown = edges.filter(edge => drawn.has(edge.from) && drawn.has(edge.to))
  const epics = new Set(shown.flatMap(edge => (edge.kind === 'epic' ? edge.from : [])))
  const waits = new Set(shown.map(edge => edge.to))
  const starts = [...drawn].filter(id => !waits.has(id))
  const hasEpics = starts.some(id => epics.has(id))
  // Where epics have the first column, what begins without one begins in the second: with the first wave.
  const columnOf = longestWays(drawn, shown, new Set(starts.filter(id => hasEpics && !epics.has(id))))
  const places = new Map<number, { column: number; row: number }>()
  let rows = 0
  for (const family of related) {
    const members = family.filter(id => drawn.has(id))
    if (members.length === 0) continue
    rows += placeFamily(members, { columnOf, shown, places, top: rows }) + familyGap
  }
  return {
    places,
    edges: shown,
    columns: Math.max(0, ...[...places.values()].map(place => place.column + 1)),
    rows: Math.max(0, rows - familyGap),
    hasEpics,
    alone: families.filter(family => family.length === 1).flat(),
    left: related.flat().slice(most),
  }
}

/** Rows that part one family from the next. */
const familyGap = 0.75

function edgesTo(node: GraphInput, known: ReadonlyMap<number, GraphInput>): GraphEdge[] {
  const needs = node.dependsOn
    .filter(id => known.has(id) && id !== node.id)
    .map((from): GraphEdge => ({ from, to: node.id, kind: 'needs' }))
  const { parentId } = node
  if (parentId === null || parentId === node.id || !known.has(parentId)) return needs
  // Of an epic only the first wave hangs on it: the others follow from what they wait for.
  const waits = needs.some(edge => known.get(edge.from)?.parentId === parentId)
  return waits ? needs : [...needs, { from: parentId, to: node.id, kind: 'epic' }]
}

function familiesOf(nodes: readonly GraphInput[], edges: readonly GraphEdge[]): number[][] {
  const head = new Map(nodes.map(node => [node.id, node.id]))
  const headOf = (id: number): number => {
    let at = id
    for (let next = head.get(at); next !== undefined && next !== at; next = head.get(at)) at = next
    head.set(id, at)
    return at
  }
  for (const { from, to } of edges) head.set(headOf(to), headOf(from))
  return [...Map.groupBy(nodes, node => headOf(node.id)).values()].map(family => family.map(node => node.id))
}

/** The longest way to each node from where its family begins; those of `second` begin one step later. */
function longestWays(ids: ReadonlySet<number>, edges: readonly GraphEdge[], second: ReadonlySet<number>) {
  const before = Map.groupBy(edges, edge => edge.to)
  const depths = new Map<number, number>()
  const entered = new Set<number>()
  for (const id of ids) walk(id)
  return depths

  /** Without recursion: a chain may be as long as the graph. */
  function walk(start: number): void {
    const stack = [start]
    for (let id = stack.at(-1); id !== undefined; id = stack.at(-1)) {
      const ways = before.get(id) ?? []
      const next = entered.has(id) ? undefined : ways.find(edge => !depths.has(edge.from) && !stack.includes(edge.from))
      if (next !== undefined) {
        stack.push(next.from)
        continue
      }
      stack.pop()
      if (depths.has(id)) continue
      entered.add(id)
      depths.set(id, Math.max(second.has(id) ? 1 : 0, ...ways.map(edge => (depths.get(edge.from) ?? -1) + 1)))
    }
  }
}

type Ground = {
  columnOf: ReadonlyMap<number, number>
  shown: readonly GraphEdge[]
  places: Map<number, { column: number; row: number }>
  top: number
}

/** Each column keeps near to what it comes from, so that few lines cross. Answers how many rows it took. */
function placeFamily(members: readonly number[], { columnOf, shown, places, top }: Ground): number {
  const columns = Map.groupBy(members, id => columnOf.get(id) ?? 0)
  const tallest = Math.max(...[...columns.values()].map(column => column.length))
  const before = Map.groupBy(shown, edge => edge.to)
  for (const column of [...columns.keys()].sort((one, other) => one - other)) {
    const ids = columns.get(column) ?? []
    const pull = (id: number): number => {
      const rows = (before.get(id) ?? []).flatMap(edge => places.get(edge.from)?.row ?? [])
      return rows.length === 0 ? top : rows.reduce((sum, row) => sum + row, 0) / rows.length
    }
    const pulls = new Map(ids.map(id => [id, pull(id)]))
    const ordered = ids.toSorted((one, other) => (pulls.get(one) ?? 0) - (pulls.get(other) ?? 0) || one - other)
    const start = top + (tallest - ids.length) / 2
    ordered.forEach((id, place) => places.set(id, { column, row: start + place }))
  }
  return tallest
}
