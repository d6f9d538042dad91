/** What landed, newest first, each with its proof. */
import { useRef } from 'react'
import type { LandingView, MergeView } from '#contract/shapes.ts'
import { Fold } from '../../bloom/button.tsx'
import type { OpenRows } from '../../bloom/list/open-rows.ts'
import { useScrolledPast, useSteadyRows } from '../../bloom/list/steady-rows.ts'
import { Empty, Loading } from '../../bloom/nothing.tsx'
import { Newer } from '../../bloom/says.tsx'
import { Section } from '../../bloom/section.tsx'
import { Failure } from '../../house/failures.tsx'
import type { Reader } from '../merge/writes.ts'
import { LandingRow, landingKey } from './landing-row.tsx'
import type { useLandings } from './reads.ts'

type LandingsProps = {
  project: string
  pages: ReturnType<typeof useLandings>
  landings: readonly LandingView[]
  titles: ReadonlyMap<number, string | null>
  /** By what each takes back. */
  reverts: ReadonlyMap<number, MergeView>
  reader: Reader
  rows: OpenRows
  freshIds: ReadonlySet<number>
}

export function Landings(props: LandingsProps) {
  const { project, pages, landings } = props
  const head = useRef<HTMLDivElement>(null)
  const { shown, newer, showNewest } = useSteadyRows(landings, project, useScrolledPast(head))
  const { error, data, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = pages
  return (
    <Section id="landed" eyebrow="landed · proven" title="Landed">
      <div ref={head} />
      {data === undefined && error && <Failure error={error} again={() => void refetch()} />}
      {data === undefined && !error && <Loading label="Loading what landed" />}
      {data !== undefined && landings.length === 0 && (
        <Empty>
          Nothing has landed yet. <i>Land</i> on the page of a Brief puts its branch into the queue.
        </Empty>
      )}
      <div className="news-waits">
        <Newer
          count={newer}
          noun="landing"
          onShow={() => {
            showNewest()
            head.current?.scrollIntoView({ block: 'center' })
          }}
        />
      </div>
      {shown.length > 0 && (
        <ol className="landings" aria-label="Landed, newest first">
          {shown.map(landing => (
            <LandingRow
              key={landing.id}
              landing={landing}
              titles={props.titles}
              reverts={props.reverts}
              reader={props.reader}
              isNew={landing.mergeIds.some(id => props.freshIds.has(id))}
              isHere={props.rows.here === landingKey(landing)}
              isOpen={props.rows.opened.has(landingKey(landing))}
              onToggle={props.rows.toggle}
            />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Fold open={false} aria-busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? 'reading older ones …' : 'older ones'}
        </Fold>
      )}
    </Section>
  )
}
