import { type MouseEvent, memo } from 'react'
import type { BriefRow } from '#contract/shapes.ts'
import { Fold } from '../../bloom/button.tsx'
import { ClockTime, RelativeTime } from '../../bloom/clock.tsx'
import { Rollup } from '../../bloom/figure.tsx'
import { Bloom, State, StateGlyph } from '../../bloom/glyph.tsx'
import { Icon } from '../../bloom/icon.tsx'
import { Ref, Said, Tag } from '../../bloom/mark.tsx'
import { bareName } from '../../bloom/spoken.ts'
import { isUnapproved, rollupParts } from '../brief/words.ts'
import type { Line as Laid } from './lines.ts'
import { blockersOf, isSetAside, readiness } from './row-words.ts'

/** What happens to it now: its live hand-over, or what it is ready for. */
function Now({ row }: { row: BriefRow }) {
  const [live] = row.live
  if (live !== undefined) {
    return (
      <State state={live.status}>
        d{live.id}{' '}
        <span className="dim">
          {live.leg}
          {live.holder !== null && (
            <>
              , <Said>{bareName(live.holder)}</Said>
            </>
          )}
        </span>
      </State>
    )
  }
  const words = readiness(row)
  return words === undefined ? null : <span className="dim">{words}</span>
}

const mostNamed = 2

function Blocked({ row }: { row: BriefRow }) {
  const blockers = blockersOf(row)
  const rest = blockers.length - mostNamed
  return (
    <span className="state">
      <StateGlyph state="blocked" />
      <span>
        <span className="clay-ink">blocked</span> by{' '}
        {blockers.slice(0, mostNamed).map((blocker, place) => (
          <span key={blocker.name}>
            {place > 0 && (rest > 0 ? ', ' : ' and ')}
            <Ref href={blocker.href}>{blocker.name}</Ref>
          </span>
        ))}
        {rest > 0 && ` and ${rest} more`}
      </span>
    </span>
  )
}

/** What it waits for, or how far an epic is. */
function Waits({ row }: { row: BriefRow }) {
  if (row.rollup !== undefined) return <Rollup words parts={rollupParts(row.rollup)} />
  if (row.blocked.length > 0) return <Blocked row={row} />
  const until = row.live[0]?.waitsUntil
  if (until) {
    return (
      <State state="waits">
        until <ClockTime at={until} />
      </State>
    )
  }
  if (row.openDecisions > 0)
    return (
      <State state="waits">
        {row.openDecisions} open decision{row.openDecisions === 1 ? '' : 's'}
      </State>
    )
  if (isUnapproved(row)) return <State state="waits">an operator</State>
  if (row.foldedInto === null) return null
  return (
    <span className="dim">
      folded into <Ref href={`/briefs/${row.foldedInto}`}>#{row.foldedInto}</Ref>
    </span>
  )
}

export type LineActions = {
  onFold: (epicId: number) => void
  onLanded: (epicId: number) => void
  onToggle: (row: BriefRow) => void
  /** Chooses all from the one that was chosen last to this one. */
  onExtend: (row: BriefRow) => void
}

function Twigs({ depth }: { depth: number }) {
  return Array.from({ length: depth }, (_, place) => (
    <span key={place} className={place === depth - 1 ? 'twig' : 'twig twig-past'} aria-hidden />
  ))
}

function Tags({ row, depth }: { row: BriefRow; depth: number }) {
  return (
    <>
      {row.origin !== 'note' && <Tag>from {row.origin}</Tag>}
      {row.designLoop && <Tag>design-loop</Tag>}
      {row.parentId !== null && depth === 0 && <Tag>in #{row.parentId}</Tag>}
      {row.labels.map(label => (
        <Tag key={label}>
          <Said>{label}</Said>
        </Tag>
      ))}
    </>
  )
}

type LineProps = { line: Laid; isNew: boolean; isChosen: boolean; actions: LineActions }

const isSameLine = (one: Laid, other: Laid): boolean => {
  if (one.kind === 'brief')
    return (
      other.kind === 'brief' &&
      one.row === other.row &&
      one.depth === other.depth &&
      one.isLast === other.isLast &&
      one.fold === other.fold
    )
  return other.kind === 'landed' && one.depth === other.depth && String(one.ids) === String(other.ids)
}

/**
 * One line of the list. `isNew` marks it softly; the line itself never moves or flashes. It is drawn anew only when
 * something about it has changed: a list is laid out at every event, and most of its lines stay as they were.
 */
export const BriefLine = memo(
  function BriefLine({ line, ...how }: LineProps) {
    return line.kind === 'landed' ? <Landed line={line} actions={how.actions} /> : <Row line={line} {...how} />
  },
  (one, other) =>
    one.isNew === other.isNew &&
    one.isChosen === other.isChosen &&
    one.actions === other.actions &&
    isSameLine(one.line, other.line),
)

function Landed({ line, actions }: { line: Extract<Laid, { kind: 'landed' }>; actions: LineActions }) {
  return (
    <div className="b-row in-1 is-last is-folded">
      <span className="b-pick" />
      <span className="b-line">
        <Twigs depth={line.depth} />
        <Fold onClick={() => actions.onLanded(line.epicId)} open={false}>
          {line.ids.length} landed,{' '}
          {line.ids
            .slice(0, 3)
            .map(id => `#${id}`)
            .join(', ')}
          {line.ids.length > 3 && ' …'}
        </Fold>
      </span>
    </div>
  )
}

function Row({ line, isNew, isChosen, actions }: LineProps & { line: Extract<Laid, { kind: 'brief' }> }) {
  const { row, depth, isLast, fold } = line
  const classes = [
    'b-row',
    depth > 0 && 'in-1',
    isLast && 'is-last',
    isSetAside(row.status) && 'is-aside',
    isNew && 'is-new',
    isChosen && 'is-picked',
  ]
  const onLink = (event: MouseEvent) => {
    if (!event.shiftKey) return
    event.preventDefault()
    actions.onExtend(row)
  }
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <span className="b-pick">
        <input
          type="checkbox"
          aria-label={`Choose #${row.id}`}
          checked={isChosen}
          onChange={({ nativeEvent }) =>
            nativeEvent instanceof PointerEvent && nativeEvent.shiftKey ? actions.onExtend(row) : actions.onToggle(row)
          }
        />
      </span>
      <span className="b-line">
        <Twigs depth={depth} />
        {fold !== undefined && (
          <button
            type="button"
            className="b-open"
            aria-expanded={fold === 'open'}
            aria-label={`Children of #${row.id}`}
            onClick={() => actions.onFold(row.id)}
          >
            <Icon name={fold === 'open' ? 'down' : 'right'} />
          </button>
        )}
        <Bloom status={row.status} />
        <a href={`/briefs/${row.id}`} onClick={onLink}>
          <span className="kid-id">#{row.id}</span>{' '}
          <span className="b-title" dir="auto">
            {row.title}
          </span>
        </a>
        <Tags row={row} depth={depth} />
      </span>
      <span className="b-at">
        <Now row={row} />
      </span>
      <span className="b-note">
        <Waits row={row} />
      </span>
      <span className="b-moved num">
        <RelativeTime at={row.movedAt} />
      </span>
    </div>
  )
}
