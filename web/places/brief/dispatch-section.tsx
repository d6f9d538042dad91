/** Hand-overs: what happens by itself, each request as a row, and what its agents made of it. */
import { useState } from 'react'
import type { Output } from '#contract/catalogue.ts'
import type { BriefRecall } from '#contract/recall.ts'
import type { DispatchView } from '#contract/shapes.ts'
import { dispatchRef } from '#domain/ref.ts'
import { IconButton } from '../../bloom/button.tsx'
import { LeaseClock, RelativeTime } from '../../bloom/clock.tsx'
import { Money } from '../../bloom/figure.tsx'
import { State } from '../../bloom/glyph.tsx'
import { type Column, Rows } from '../../bloom/list/rows.tsx'
import { Ref, Said } from '../../bloom/mark.tsx'
import { Empty } from '../../bloom/nothing.tsx'
import { Section } from '../../bloom/section.tsx'
import { bareName } from '../../bloom/spoken.ts'
import { useRead } from '../../house/read.ts'
import { Words } from '../../house/words.tsx'
import { Runs } from '../brief-runs/runs.tsx'
import { StartAgent } from '../brief-runs/start-agent.tsx'
import { useReader } from '../merge/writes.ts'
import { DispatchDetail } from './dispatch-detail.tsx'
import type { HandOver } from './hand-over.ts'
import { Approve, Switches } from './switches.tsx'
import {
  type BriefHead,
  blockWords,
  dispatchState,
  isClosed,
  isLive,
  isUnapproved,
  newestFirst,
  spoken,
} from './words.ts'

export function DispatchSection({ recall, handOver }: { recall: BriefRecall; handOver: HandOver }) {
  const { brief, dispatches } = recall
  const [opened, setOpened] = useState<number | null>(null)
  const { readsOnly } = useReader()
  const runs = useRead('agent.runs', { briefId: brief.id }).data?.items ?? []
  const toggle = (id: number) => setOpened(opened === id ? null : id)
  const detail = (row: DispatchView) => (row.id === opened ? <DispatchDetail dispatch={row} /> : null)
  return (
    <Section id="dispatch" eyebrow="hand-off · dispatch" title="Dispatch">
      <Switches brief={brief} handOver={handOver} />
      {dispatches.length > 0 && (
        <Rows
          label="Dispatches, newest first"
          className="dispatches"
          rows={dispatches}
          keyOf={row => row.id}
          columns={[...columns, ...(runs.length > 0 ? [costOf(runs)] : []), opener(opened, toggle)]}
          detail={detail}
        />
      )}
      {dispatches.filter(isUnheld).map(each => (
        <StartAgent key={each.id} dispatch={each} project={brief.project} />
      ))}
      {standing(brief, dispatches, readsOnly)}
      <Runs recall={recall} />
    </Section>
  )
}

const isUnheld = ({ status }: DispatchView) => status === 'queued'

/** What stands in the way of the next hand-over, or that there was none yet; null while one is under way. */
function standing(brief: BriefHead, dispatches: readonly DispatchView[], readsOnly: boolean) {
  if (isClosed(brief.status)) {
    return (
      <Empty>
        {statusAtEnd(brief)} since {brief.endedAt ? <RelativeTime at={brief.endedAt} /> : 'some time'}. Reopen it to
        hand it over again.
      </Empty>
    )
  }
  if (isUnapproved(brief)) {
    const because = brief.origin === 'note' ? 'because somebody asked for it' : `because it came from ${origin(brief)}`
    return (
      <Empty state="asks">
        Waits for an operator’s approval, {because}. <Approve brief={brief} />
      </Empty>
    )
  }
  if (brief.blocked.length > 0) return <Blocked brief={brief} />
  if (dispatches.length > 0) return null
  if (readsOnly) return <Empty>No dispatch requests yet.</Empty>
  return <Empty>No dispatch requests yet — dispatch above to generate a copy-paste packet.</Empty>
}

const statusAtEnd = (brief: BriefHead) => spoken(brief.status).replace(/^./, first => first.toUpperCase())
const origin = (brief: BriefHead) => (/^[aeiou]/.test(brief.origin) ? `an ${brief.origin}` : `a ${brief.origin}`)

function Blocked({ brief }: { brief: BriefHead }) {
  const ended = brief.blocked.some(block => block.kind === 'dependency' && block.ended)
  return (
    <Empty state="blocked">
      Can’t be handed over:{' '}
      {brief.blocked.map((block, place) => {
        const { ref, href, words, title } = blockWords(block)
        return (
          <span key={ref} title={title}>
            {place > 0 && (place === brief.blocked.length - 1 ? ' and ' : ', ')}
            <Ref href={href}>{ref}</Ref> {words}
          </span>
        )
      })}
      .{' '}
      {ended
        ? 'What ended won’t land: take the dependency away, or reopen it.'
        : brief.autoDispatch
          ? 'It starts by itself when that is done.'
          : 'It can be handed over when that is done.'}
    </Empty>
  )
}

const dash = <span className="dim">–</span>

/** Who has it, or for whom it waits. */
function holderOf(row: DispatchView) {
  if (row.holder !== null) return <Said>{bareName(row.holder)}</Said>
  const last = newestFirst(row.attempts)[0]
  if (row.status !== 'queued') return last === undefined ? dash : <Said>{bareName(last.actor)}</Said>
  if (row.meantFor !== null)
    return (
      <span className="dim">
        for <Said>{bareName(row.meantFor)}</Said>
      </span>
    )
  return <span className="dim">{row.leg === 'review' ? 'not the author' : 'anybody'}</span>
}

/** While it lives: this attempt, of those that it has in all. */
function attemptOf(row: DispatchView) {
  if (row.status === 'queued' && row.attempts.length === 0) return dash
  return isLive(row) ? `${row.attempt} of ${row.attempt - 1 + row.attemptsLeft}` : row.attempt
}

/** What its agents cost that flower ran. */
const costOf = (runs: Output<'agent.runs'>['items']): Column<DispatchView> => ({
  head: 'cost',
  className: 'c-cost',
  num: true,
  cell: row => {
    const own = runs.filter(run => run.dispatchId === row.id)
    return <Money usd={own.length === 0 ? null : own.reduce((sum, run) => sum + run.usd, 0)} />
  },
})

const columns: readonly Column<DispatchView>[] = [
  { head: 'no.', className: 'c-no', cell: row => <span id={dispatchRef(row.id)}>{dispatchRef(row.id)}</span> },
  { head: 'status', className: 'c-status', cell: row => <State state={dispatchState(row)}>{row.status}</State> },
  {
    head: 'leg',
    className: 'c-leg',
    cell: row => (
      <>
        {row.leg}
        <span className="dim"> · {row.kind}</span>
      </>
    ),
  },
  { head: 'attempt', className: 'c-try', cell: attemptOf },
  { head: 'agent', className: 'c-agent', cell: holderOf },
  {
    head: 'branch',
    className: 'c-branch',
    cell: row => (
      <>
        <span className="mono">{row.branch}</span>
        {(row.waits ?? row.reason) && (
          <span className="dim small c-why">
            <Words text={row.waits ? `waits ${row.waits}` : spoken(row.reason ?? '')} />
          </span>
        )}
      </>
    ),
  },
  {
    head: 'lease',
    className: 'c-lease',
    num: true,
    cell: row => (row.holder !== null && row.leaseExpiresAt ? <LeaseClock endsAt={row.leaseExpiresAt} /> : dash),
  },
]

const opener = (opened: number | null, toggle: (id: number) => void): Column<DispatchView> => ({
  head: 'more',
  silent: true,
  className: 'c-more',
  cell: row => (
    <IconButton
      icon={opened === row.id ? 'down' : 'right'}
      label={`${opened === row.id ? 'Fold' : 'Open'} ${dispatchRef(row.id)}`}
      aria-expanded={opened === row.id}
      onClick={() => toggle(row.id)}
    />
  ),
})
