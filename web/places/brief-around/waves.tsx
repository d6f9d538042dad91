/** The children of an epic by waves, and what waits for what among them. */
import type { BriefRecall } from '#contract/recall.ts'
import { statusWord } from '../../bloom/glyph.tsx'
import { WaveHeads, type WaveLine, WaveLines } from '../../bloom/graph/wave-lines.tsx'

type Relations = BriefRecall['relationships']
type Child = Relations['children'][number]

/** In units of the drawing, which is 320 wide. */
const box = { width: 54, height: 24, step: 32, top: 27 }
/** More than these say more as a list. */
const mostWaves = 4
const mostInWave = 8

export function Waves({ kids, edges }: { kids: readonly Child[]; edges: Relations['edges'] }) {
  const waves = [...new Set(kids.flatMap(child => child.wave ?? []))].sort((one, other) => one - other)
  const columns = waves.map(wave => kids.filter(child => child.wave === wave))
  const tallest = Math.max(0, ...columns.map(column => column.length))
  if (waves.length < 2 || waves.length > mostWaves || tallest > mostInWave) return null
  const gap = (320 - box.width) / (waves.length - 1)
  const places = new Map(
    columns.flatMap((column, x) =>
      column.map((child, y) => [child.id, { child, x: x * gap + 0.5, y: box.top + y * box.step + 0.5 }] as const),
    ),
  )
  return (
    <svg
      className="waves"
      viewBox={`0 0 320 ${box.top + tallest * box.step + 4}`}
      role="group"
      aria-label={`${waves.length} waves`}
    >
      <WaveHeads heads={waves.map((wave, x) => ({ x: x * gap, words: `wave ${wave}` }))} width={box.width} />
      <WaveLines lines={edges.flatMap(([to, from]) => lineOf(places.get(from), places.get(to)))} />
      <g className="wave-nodes">
        {[...places.values()].map(place => (
          <Node key={place.child.id} {...place} />
        ))}
      </g>
    </svg>
  )
}

type Place = { child: Child; x: number; y: number }

function lineOf(from: Place | undefined, to: Place | undefined): WaveLine[] {
  if (from === undefined || to === undefined) return []
  const half = box.height / 2
  return [
    {
      key: `${from.child.id} ${to.child.id}`,
      from: [from.x + box.width, from.y + half],
      to: [to.x, to.y + half],
      landed: from.child.status === 'complete',
    },
  ]
}

function Node({ child, x, y }: Place) {
  const state = `${statusWord(child.status)}${child.blocked ? ', blocked' : ''}`
  return (
    <a
      href={`/briefs/${child.id}`}
      className={child.blocked ? 'is-blocked' : undefined}
      aria-label={`#${child.id} ${child.title}, ${state}`}
    >
      <rect x={x} y={y} width={box.width} height={box.height} rx="4" />
      <circle
        className={child.status === 'complete' ? 'wave-dot is-landed' : 'wave-dot'}
        cx={x + 11}
        cy={y + 12}
        r="3.5"
      />
      <text x={x + 21} y={y + 16}>
        #{child.id}
      </text>
    </a>
  )
}
