import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Fold } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { counted } from '../spoken.ts'
import { type Piece, piecesOf } from './pieces.ts'
import { type CodeLine, readUnified } from './unified.ts'

export type DiffProps = {
  /** Of the file; its ending decides the colours. */
  path: string
  /** Unified, as git writes it. */
  text: string
  /** What stands above it, such as what was said of lines that are not in it: told from those that are, by their numbers. */
  above?: (lines: ReadonlyMap<number, string>) => ReactNode
  /** What stands under a line of the new text, such as what was said about it. */
  under?: (line: number, text: string) => ReactNode | null
  /** Begins to say something about a line of the new text. */
  onLine?: (line: number, text: string) => void
}

/** Lines that stand there before the rest is folded. */
const most = 600

type Row = { kind: 'hunk'; key: string; head: string } | { kind: 'line'; key: string; line: CodeLine; pieces: Piece[] }

function rowsOf(path: string, text: string): { notes: string[]; rows: Row[] } {
  const { notes, hunks } = readUnified(text)
  const rows = hunks.flatMap((hunk, at): Row[] => {
    const drawn = piecesOf(hunk, path)
    const first = hunk.lines.find(line => line.now !== null)?.now ?? hunk.lines[0]?.old
    return [
      { kind: 'hunk', key: `h${at}`, head: hunk.head || `line ${first ?? 1}` },
      ...hunk.lines.map(
        (line, place): Row => ({
          kind: 'line',
          key: `${at} ${place}`,
          line,
          pieces: drawn[place] ?? [],
        }),
      ),
    ]
  })
  return { notes, rows }
}

/**
 * What changed in a file, line by line, with the words that differ and the colours of its language. One line at a time
 * offers to say something about it: the one under the pointer, or the one that the arrow keys are on.
 */
export function Diff(props: DiffProps) {
  const { path, text, above, under, onLine } = props
  const { notes, rows } = useMemo(() => rowsOf(path, text), [path, text])
  const [shown, setShown] = useState(most)
  const lines = useMemo(
    () => rows.flatMap(row => (row.kind === 'line' && row.line.now !== null ? [row.line] : [])),
    [rows],
  )
  const walk = useWalk(lines, onLine)
  const numbered = useMemo(() => new Map(lines.map(({ now, text: own }) => [now ?? 0, own])), [lines])
  return (
    <>
      <Notes notes={notes} />
      {above?.(numbered)}
      <div className="diff-wrap">
        <table className={onLine ? 'diff is-open' : 'diff'} aria-label={`Changes in ${path}`} {...walk.handlers}>
          <thead className="hide">
            <tr>
              <th scope="col">line before</th>
              <th scope="col">line now</th>
              <th scope="col">text</th>
            </tr>
          </thead>
          <tbody>
            {rows
              .slice(0, shown)
              .map(row =>
                row.kind === 'hunk' ? (
                  <HunkRow key={row.key} head={row.head} />
                ) : (
                  <LineRows key={row.key} row={row} walk={walk} under={under} />
                ),
              )}
          </tbody>
        </table>
      </div>
      {rows.length > shown && (
        <Fold open={false} onClick={() => setShown(shown + 4 * most)}>
          {counted(rows.length - shown, 'more line')}
        </Fold>
      )}
    </>
  )
}

/** What changed besides lines. */
function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return <p className="small dim mono">{notes.join(', ')}</p>
}

function HunkRow({ head }: { head: string }) {
  return (
    <tr className="hunk">
      <td />
      <td />
      <td>@@ {head}</td>
    </tr>
  )
}

function LineRows(props: { row: Extract<Row, { kind: 'line' }>; walk: Walk; under: DiffProps['under'] }) {
  const { line, pieces } = props.row
  const below = line.now === null ? null : (props.under?.(line.now, line.text) ?? null)
  const isHere = line.now !== null && props.walk.here === line.now
  return (
    <>
      <LineRow line={line} pieces={pieces} say={isHere ? props.walk.say : undefined} />
      {below !== null && (
        <tr className="talk">
          <td colSpan={3}>{below}</td>
        </tr>
      )}
    </>
  )
}

const classes = { same: undefined, add: 'add', del: 'del' } as const
const heard = { same: '', add: 'added: ', del: 'removed: ' } as const

type Say = (button: HTMLButtonElement | null) => void

const LineRow = memo(({ line, pieces, say }: { line: CodeLine; pieces: readonly Piece[]; say: Say | undefined }) => (
  <tr className={classes[line.kind]} data-now={line.now ?? undefined}>
    <td>{line.old}</td>
    <td>
      {line.now}
      {say && (
        <button ref={say} type="button" className="line-say" aria-label={`Comment on line ${line.now}`}>
          <Icon name="plus" />
        </button>
      )}
    </td>
    <td>
      <span className="hide">{heard[line.kind]}</span>
      <code dir="auto">{pieces.map(drawn)}</code>
      {line.unended && <span className="dim"> no line break at the end</span>}
    </td>
  </tr>
))

function drawn({ text, kind, changed }: Piece, place: number): ReactNode {
  const name = kind === 'plain' ? undefined : `k-${kind}`
  if (changed)
    return (
      <mark key={place} className={name}>
        {text}
      </mark>
    )
  return name === undefined ? (
    text
  ) : (
    <span key={place} className={name}>
      {text}
    </span>
  )
}

type Walk = {
  /** The line that offers itself. */
  here: number | undefined
  say: Say
  handlers: {
    onPointerMove?: (event: PointerEvent) => void
    onClick?: (event: MouseEvent) => void
    onKeyDown?: (event: KeyboardEvent) => void
  }
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

const lineAt = (target: EventTarget): number | undefined => {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-now]') : null
  return row === null ? undefined : Number(row.dataset.now)
}

/** The line that offers itself, moved by the pointer and by the arrow keys. */
function useWalk(lines: readonly CodeLine[], onLine: DiffProps['onLine']): Walk {
  const [at, setAt] = useState<number>()
  const byKey = useRef(false)
  const say = useCallback<Say>(button => {
    // The one that goes is told first, with null.
    if (!button) return
    if (byKey.current) button.focus()
    byKey.current = false
  }, [])
  if (!onLine) return { here: undefined, say, handlers: {} }
  const here = lines.some(line => line.now === at) ? at : (lines[0]?.now ?? undefined)
  return {
    here,
    say,
    handlers: {
      // What moves under a pointer that rests is no wish, nor is a pointer that rests while the keys are used.
      onPointerMove: ({ target, movementX, movementY }) => {
        if ((movementX === 0 && movementY === 0) || document.activeElement?.matches('.line-say')) return
        const line = lineAt(target)
        if (line !== undefined && line !== here) setAt(line)
      },
      onClick: ({ target }) => {
        const cell = target instanceof Element ? target.closest('td:nth-child(-n + 2)') : null
        const line = cell && lines.find(each => each.now === lineAt(cell))
        if (line?.now) onLine(line.now, line.text)
      },
      onKeyDown: event => {
        const step = steps[event.key]
        if (step === undefined || !(event.target instanceof Element) || !event.target.matches('.line-say')) return
        const next = lines[lines.findIndex(line => line.now === here) + step]
        event.preventDefault()
        if (!next?.now) return
        byKey.current = true
        setAt(next.now)
      },
    },
  }
}
