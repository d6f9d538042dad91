import { Bloom, type BloomStatus } from '../glyph.tsx'
import { Said } from '../mark.tsx'
import type { Laid } from './layered.ts'
import { WaveHeads, WaveLines } from './wave-lines.tsx'

export type GraphNode = { id: number; href: string; title: string; status: BloomStatus; blocked: boolean }

/** In pixels: the drawing is never scaled, so that it is read at any width. */
const box = { width: 228, height: 28, column: 300, row: 42, top: 30 }

/** Briefs by waves, each a link, in the order in which they are worked on; what hangs on what is drawn as lines. */
export function WaveGraph({ label, laid, nodes }: { label: string; laid: Laid; nodes: readonly GraphNode[] }) {
  const known = new Map(nodes.map(node => [node.id, node]))
  const at = (id: number) => {
    const place = laid.places.get(id)
    return place && { x: place.column * box.column, y: box.top + place.row * box.row }
  }
  const size = {
    inlineSize: (laid.columns - 1) * box.column + box.width + 1,
    blockSize: box.top + laid.rows * box.row,
  }
  const ordered = [...laid.places.entries()].toSorted(
    ([, one], [, other]) => one.column - other.column || one.row - other.row,
  )
  const lines = laid.edges.flatMap(({ from, to }) => {
    const [start, end] = [at(from), at(to)]
    if (start === undefined || end === undefined) return []
    // Half a pixel down, where a line of one pixel is sharp.
    const half = box.height / 2 + 0.5
    return {
      key: `${from} ${to}`,
      from: [start.x + box.width, start.y + half] as const,
      to: [end.x, end.y + half] as const,
      landed: known.get(from)?.status === 'complete',
    }
  })
  return (
    // Columns follow time, which a drawing tells from left to right in every language.
    <div className="graph" dir="ltr">
      <div className="graph-in" style={size} role="group" aria-label={label}>
        <svg className="waves" width={size.inlineSize} height={size.blockSize} aria-hidden>
          <WaveHeads heads={headsOf(laid, known)} width={box.width} />
          <WaveLines lines={lines} />
        </svg>
        {ordered.map(([id]) => {
          const node = known.get(id)
          const place = at(id)
          return node && place && <Node key={id} node={node} {...place} />
        })}
      </div>
    </div>
  )
}

function Node({ node, x, y }: { node: GraphNode; x: number; y: number }) {
  const { id, href, title, status, blocked } = node
  return (
    <a
      href={href}
      className={blocked ? 'graph-node is-blocked' : 'graph-node'}
      style={{ inlineSize: box.width, blockSize: box.height, translate: `${x}px ${y}px` }}
      title={title}
    >
      <Bloom status={status} blocked={blocked} />
      <span className="kid-id">#{id}</span>
      <span className="graph-title">
        <Said>{title}</Said>
      </span>
    </a>
  )
}

const ended: readonly BloomStatus[] = ['complete', 'cancelled', 'abandoned']
const running: readonly BloomStatus[] = ['dispatched', 'in_progress', 'in_review']

/** `wave 2 · now`: what has landed, what is worked on, what waits, and what only nobody has begun. */
function headsOf(laid: Laid, known: ReadonlyMap<number, GraphNode>) {
  const first = laid.hasEpics ? 0 : 1
  return Array.from({ length: laid.columns }, (_, column) => {
    const wave = column + first
    if (wave === 0) return { x: 0, words: 'epic' }
    const of = [...laid.places].flatMap(([id, place]) => (place.column === column ? (known.get(id) ?? []) : []))
    return { x: column * box.column, words: `wave ${wave} · ${stateOf(of)}` }
  })
}

function stateOf(wave: readonly GraphNode[]): string {
  if (wave.every(node => node.status === 'complete')) return 'landed'
  if (wave.some(node => running.includes(node.status))) return 'now'
  const open = wave.filter(node => !ended.includes(node.status))
  if (open.length === 0) return 'ended'
  return open.every(node => node.blocked) ? 'waits' : 'not begun'
}
