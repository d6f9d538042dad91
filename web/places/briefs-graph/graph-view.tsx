/** The filter as a graph: what belongs to which epic, and what waits for what. */
import { useMemo } from 'react'
import type { BriefRow } from '#contract/shapes.ts'
import { Button } from '../../bloom/button.tsx'
import { layOutGraph } from '../../bloom/graph/layered.ts'
import { WaveGraph } from '../../bloom/graph/wave-graph.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Empty, Loading } from '../../bloom/nothing.tsx'
import { counted } from '../../bloom/spoken.ts'
import { Failure } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import type { Seen } from '../briefs/address.ts'
import { relationsOf } from './relations.ts'

/** What the house tells at once, and what somebody can still see through. */
const [mostRead, mostDrawn] = [500, 120]

export function GraphView({ seen, onList }: { seen: Seen; onList: () => void }) {
  const { query, sort, project } = seen
  const { data, error, refetch } = useRead('brief.list', { query, sort, project, limit: mostRead }, { keep: true })
  const laid = useMemo(() => data && layOutGraph(data.items, mostDrawn), [data])
  if (error) return <Failure error={error} again={() => void refetch()} />
  if (data === undefined || laid === undefined) return <Loading label="Loading the graph" />
  const { items: rows, total } = data
  const drawn = laid.places.size
  const isCut = laid.left.length > 0 || total > rows.length
  const alone = laid.alone.length
  return (
    <>
      <p className="meta graph-hint">
        {isCut ? `${drawn} of ${total} drawn; narrow the filter to see the rest.` : `${counted(drawn, 'brief')} drawn.`}
        {alone > 0 && (
          <>
            {' '}
            {alone} in no epic and with no dependency {total > rows.length ? 'among the first 500 ' : ''}
            {alone === 1 ? 'is' : 'are'} not drawn:{' '}
            <Button small look="bare" onClick={onList}>
              see the list
            </Button>
          </>
        )}
      </p>
      {drawn === 0 ? (
        <Empty>Nothing here is in an epic or waits for another brief.</Empty>
      ) : (
        <WaveGraph
          label="Epics and dependencies by waves"
          laid={laid}
          nodes={rows.map(row => ({ ...row, href: `/briefs/${row.id}`, blocked: row.blocked.length > 0 }))}
        />
      )}
      <InWords rows={rows.filter(row => laid.places.has(row.id))} />
    </>
  )
}

/** The same for who doesn't see a drawing. */
function InWords({ rows }: { rows: readonly BriefRow[] }) {
  const said = rows.flatMap(row => {
    const words = relationsOf(row)
    return words === undefined ? [] : [{ row, words }]
  })
  return (
    <ul className="hide" aria-label="The graph in words">
      {said.map(({ row, words }) => (
        <li key={row.id}>
          #{row.id} <Said>{row.title}</Said>: {words}
        </li>
      ))}
    </ul>
  )
}
