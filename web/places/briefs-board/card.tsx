import type { BriefRow } from '#contract/shapes.ts'
import { BoardCard } from '../../bloom/board/board.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Rollup } from '../../bloom/figure.tsx'
import { State } from '../../bloom/glyph.tsx'
import { Said } from '../../bloom/mark.tsx'
import { bareName } from '../../bloom/spoken.ts'
import type { Write } from '../../house/write.ts'
import { StatusMenu } from '../brief/status-menu.tsx'
import { isUnapproved, rollupParts } from '../brief/words.ts'
import { blockersOf, readiness } from '../briefs/row-words.ts'

/** One line for a narrow card: what is in its way first, then who is at work. */
function Says({ row }: { row: BriefRow }) {
  const [live] = row.live
  if (row.blocked.length > 0) {
    const names = blockersOf(row).map(blocker => blocker.name)
    return (
      <State state="blocked" tone="clay">
        <span className="hide">blocked by </span>
        {names.slice(0, 3).join(', ')}
        {names.length > 3 && ` and ${names.length - 3} more`}
      </State>
    )
  }
  if (row.rollup !== undefined) return <Rollup words parts={rollupParts(row.rollup)} />
  if (live !== undefined)
    return (
      <State state={live.status}>{live.holder === null ? `d${live.id}` : <Said>{bareName(live.holder)}</Said>}</State>
    )
  if (isUnapproved(row)) return <State state="waits">approval</State>
  if (row.openDecisions > 0)
    return (
      <State state="waits">
        {row.openDecisions} open decision{row.openDecisions === 1 ? '' : 's'}
      </State>
    )
  return readiness(row) ?? (row.origin === 'note' ? null : `from ${row.origin}`)
}

export type CardProps = {
  row: BriefRow
  setStatus: Pick<Write<'brief.setStatus'>, 'write'>
  isNew: boolean
  isMoving: boolean
  wantsFocus: boolean
  onFocused: () => void
}

export function Card({ row, setStatus, ...how }: CardProps) {
  return (
    <BoardCard
      id={row.id}
      href={`/briefs/${row.id}`}
      title={row.title}
      status={row.status}
      when={<RelativeTime at={row.movedAt} />}
      menu={<StatusMenu brief={row} setStatus={setStatus} label={`Status of #${row.id}`} />}
      {...how}
    >
      <Says row={row} />
    </BoardCard>
  )
}
