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

export type LineActions = { onFold: (epicId: number) => void; onLanded: (epicId: number) => void }

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

/** One line of the list. `isNew` marks it softly; the line itself never moves or flashes. */
export function BriefLine({ line, isNew, actions }: { line: Laid; isNew: boolean; actions: LineActions }) {
  if (line.kind === 'landed') {
    return (
      <div className="b-row in-1 is-last is-folded">
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
  const { row, depth, isLast, fold } = line
  const classes = ['b-row', depth > 0 && 'in-1', isLast && 'is-last', isSetAside(row.status) && 'is-aside']
  return (
    <div className={[...classes, isNew && 'is-new'].filter(Boolean).join(' ')}>
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
        <a href={`/briefs/${row.id}`}>
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
