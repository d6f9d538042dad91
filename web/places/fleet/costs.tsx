/** What agents cost in a project: today, by day, and by Brief. */
import { type ReactNode, useState } from 'react'
import type { Output } from '#contract/catalogue.ts'
import { briefRef } from '#domain/ref.ts'
import { Segment } from '../../bloom/choice.tsx'
import { Money, Tokens } from '../../bloom/figure.tsx'
import { type Column, Rows } from '../../bloom/list/rows.tsx'
import { Ref, Said } from '../../bloom/mark.tsx'
import { Empty, Loading } from '../../bloom/nothing.tsx'
import { AsideSection } from '../../bloom/section.tsx'
import { Failure } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'

type Spent = Output<'agent.costs'>
type Row = { key: string; name: ReactNode; tokens: number; usd: number }

/** Rows of a table; the rest is in `flower agent costs`. */
const most = 7

const kinds = [
  { value: 'days', name: 'by day' },
  { value: 'briefs', name: 'by Brief' },
] as const
type Kind = (typeof kinds)[number]['value']

/** Costs are of one project: with several, one has to be chosen. */
export function Costs({ project }: { project: string | undefined }) {
  return (
    <AsideSection id="costs" eyebrow="tokens · money" title="Costs">
      {project === undefined ? <Empty>Choose a project to see what it cost.</Empty> : <CostsOf project={project} />}
    </AsideSection>
  )
}

function CostsOf({ project }: { project: string }) {
  const { data, error, refetch } = useRead('agent.costs', { project })
  const [kind, setKind] = useState<Kind>('days')
  if (data === undefined)
    return error ? (
      <Failure error={error} again={() => void refetch()} />
    ) : (
      <Loading label={`Loading what ${project} cost`} />
    )
  if (data.total.tokens === 0)
    return <Empty>Nothing yet. It is counted from what each harness says of its tokens.</Empty>
  const rows = rowsOf(data, kind)
  return (
    <>
      <dl className="caps">
        <Amount name="today" amount={data.today} budget={data.budgets.day} />
        <Amount name="in all" amount={data.total} budget={data.budgets.project} />
      </dl>
      <div className="costs-kind">
        <Segment label="Costs" choices={kinds} value={kind} onChange={setKind} />
      </div>
      <Rows
        label={kind === 'days' ? 'Costs by day, newest first' : 'Costs by Brief, dearest first'}
        className="costs"
        rows={rows.slice(0, most)}
        keyOf={row => row.key}
        columns={columns(kind)}
      />
      {rows.length > most && <p className="small dim">{rows.length - most} more in 30 days</p>}
    </>
  )
}

function Amount(props: { name: string; amount: Spent['today']; budget: Spent['budgets']['day'] }) {
  const { name, amount, budget } = props
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Money usd={amount.usd} of={budget?.usd} />
        <span className="dim">
          {', '}
          <Tokens count={amount.tokens} of={budget?.tokens} /> tokens
        </span>
      </dd>
    </div>
  )
}

const columns = (kind: Kind): readonly Column<Row>[] => [
  { head: kind === 'days' ? 'day' : 'brief', cell: row => row.name },
  { head: 'tokens', num: true, cell: row => <Tokens count={row.tokens} /> },
  { head: 'USD', num: true, cell: row => <Money usd={row.usd} /> },
]

const rowsOf = ({ days, briefs }: Spent, kind: Kind): Row[] =>
  kind === 'days'
    ? days
        .toSorted((a, b) => (a.day < b.day ? 1 : -1))
        .map(({ day, ...amount }) => ({ key: day, name: <span className="mono small">{day}</span>, ...amount }))
    : briefs.map(({ briefId, title, ...amount }) => ({
        key: String(briefId),
        name: (
          <span className="costs-brief">
            <Ref href={`/briefs/${briefId}`}>{briefRef(briefId)}</Ref> <Said>{title}</Said>
          </span>
        ),
        ...amount,
      }))
