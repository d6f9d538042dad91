import { useMemo, useState } from 'react'
import { Fold } from '../button.tsx'
import { type DiffLine, lineDiff } from './line-diff.ts'

const around = 3

type Piece = { from: number; lines: DiffLine[]; folded: boolean }

/** Unchanged lines further than three from a change are folded, unless there are only a few. */
function pieces(lines: readonly DiffLine[]): Piece[] {
  const near = (place: number) =>
    lines.slice(Math.max(0, place - around), place + around + 1).some(line => line.kind !== 'same')
  const found: Piece[] = []
  for (const [place, line] of lines.entries()) {
    const folded = !near(place)
    const last = found.at(-1)
    if (last?.folded === folded) last.lines.push(line)
    else found.push({ from: place, lines: [line], folded })
  }
  return found.map(piece => (piece.lines.length > 2 ? piece : { ...piece, folded: false }))
}

const signs = { same: ' ', add: '+', del: '−' } as const
const heard = { same: '', add: 'added: ', del: 'removed: ' } as const

function Line({ line }: { line: DiffLine }) {
  const Changed = line.kind === 'del' ? 'del' : 'ins'
  return (
    <li className={line.kind === 'same' ? undefined : `is-${line.kind}`}>
      <span className="sign" aria-hidden>
        {signs[line.kind]}
      </span>
      <span className="line" dir="auto">
        <span className="hide">{heard[line.kind]}</span>
        {line.words === undefined
          ? line.text
          : line.words.map((word, place) =>
              word.changed ? <Changed key={place}>{word.text}</Changed> : <span key={place}>{word.text}</span>,
            )}
      </span>
    </li>
  )
}

function Unchanged({ lines }: { lines: readonly DiffLine[] }) {
  const [open, setOpen] = useState(false)
  if (open) return lines.map((line, place) => <Line key={place} line={line} />)
  return (
    <li>
      <span />
      <span>
        <Fold open={false} onClick={() => setOpen(true)}>
          {lines.length} unchanged lines
        </Fold>
      </span>
    </li>
  )
}

/** From one revision of a text to another, with the words that changed inside a line. */
export function RevisionDiff({ before, after, label }: { before: string; after: string; label: string }) {
  const parts = useMemo(() => pieces(lineDiff(before, after)), [before, after])
  if (before === after) return <p className="empty">The two texts are the same.</p>
  return (
    <ol className="revdiff linediff" aria-label={label}>
      {parts.map(part =>
        part.folded ? (
          <Unchanged key={part.from} lines={part.lines} />
        ) : (
          part.lines.map((line, place) => <Line key={part.from + place} line={line} />)
        ),
      )}
    </ol>
  )
}
