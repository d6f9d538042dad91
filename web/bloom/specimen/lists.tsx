import { useState } from 'react'
import { IconButton } from '../button.tsx'
import { LeaseClock } from '../clock.tsx'
import { Money } from '../figure.tsx'
import { Bloom, type BloomStatus, State, type WorkState } from '../glyph.tsx'
import { useMoveKeys } from '../list/move-keys.ts'
import { type Column, Rows } from '../list/rows.tsx'
import { VirtualList } from '../list/virtual-list.tsx'
import { Contents, Crumbs, Section } from '../section.tsx'
import { Well } from '../text/well.tsx'
import { BoardAndGraph } from './board.tsx'
import { ago, Wide } from './piece.tsx'

type Dispatch = { id: string; state: WorkState; leg: string; agent: string; lease: number | null; usd: number | null }

const dispatches: readonly Dispatch[] = [
  { id: 'd153', state: 'queued', leg: 'review', agent: 'not the author', lease: null, usd: null },
  { id: 'd152', state: 'running', leg: 'fix', agent: 'flower-design', lease: ago(-4), usd: 3.18 },
  { id: 'd147', state: 'done', leg: 'build', agent: 'flower-design', lease: null, usd: 4.87 },
]

const columns = (open: string | null, setOpen: (id: string | null) => void): readonly Column<Dispatch>[] => [
  { head: 'no.', className: 'c-no', cell: row => row.id },
  { head: 'status', className: 'c-status', cell: row => <State state={row.state} /> },
  { head: 'leg', className: 'c-leg', cell: row => row.leg },
  { head: 'agent', className: 'c-agent', cell: row => row.agent },
  {
    head: 'lease',
    className: 'c-lease',
    num: true,
    cell: row => (row.lease === null ? <span className="dim">–</span> : <LeaseClock endsAt={row.lease} />),
  },
  { head: 'cost', className: 'c-cost', num: true, cell: row => <Money usd={row.usd} /> },
  {
    head: 'more',
    silent: true,
    className: 'c-more',
    cell: row => (
      <IconButton
        icon={open === row.id ? 'down' : 'right'}
        label={open === row.id ? `Fold ${row.id}` : `Open ${row.id}`}
        aria-expanded={open === row.id}
        onClick={() => setOpen(open === row.id ? null : row.id)}
      />
    ),
  },
]

const order: readonly BloomStatus[] = ['idea', 'refining', 'planned', 'in_progress', 'in_review', 'complete']
const briefs = Array.from({ length: 10_000 }, (_, place) => ({
  id: place + 1,
  status: order[place % order.length] ?? 'idea',
}))

export function Lists() {
  const [open, setOpen] = useState<string | null>('d152')
  const [here, setHere] = useState(0)
  useMoveKeys({ count: briefs.length, here, onMove: setHere })
  return (
    <Section id="lists" eyebrow="lines · and space" title="Rows">
      <Wide label="a table, one row open">
        <Rows
          label="Dispatches"
          className="dispatches"
          rows={dispatches}
          keyOf={row => row.id}
          columns={columns(open, setOpen)}
          detail={row =>
            row.id === open ? <Well label={`packet of ${row.id}`} text="Brief #4, fix leg." copy="Copy packet" /> : null
          }
        />
      </Wide>
      <Wide label="ten thousand briefs, j and k move">
        <VirtualList
          label="Briefs"
          items={briefs}
          keyOf={brief => brief.id}
          estimate={34}
          here={here}
          scroll="12rem"
          render={brief => (
            <span className="b-line">
              <Bloom status={brief.status} />
              <a href={`/briefs/${brief.id}`}>
                <span className="kid-id">#{brief.id}</span> <span className="b-title">Brief number {brief.id}</span>
              </a>
            </span>
          )}
        />
      </Wide>
      <BoardAndGraph />
      <Wide label="crumbs and contents">
        <Crumbs
          path={[
            { name: 'flower', href: '/' },
            { name: 'All briefs', href: '/briefs' },
          ]}
          walk={{ at: 4, of: 38, noun: 'brief', next: () => {} }}
        />
        <Contents
          entries={[
            { name: 'Texts', href: '#texts', note: 'r7' },
            { name: 'Decisions', href: '#decisions', note: '1 for you', yours: true },
            { name: 'Trace', href: '#trace', note: 214 },
          ]}
        />
      </Wide>
    </Section>
  )
}
