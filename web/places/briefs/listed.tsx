import { lazy, type ReactNode, type RefObject, Suspense, useCallback, useMemo, useRef } from 'react'
import { Button } from '../../bloom/button.tsx'
import { Segment } from '../../bloom/choice.tsx'
import { Icon } from '../../bloom/icon.tsx'
import { AllDone, Empty, Loading } from '../../bloom/nothing.tsx'
import { Section } from '../../bloom/section.tsx'
import { FilterField } from '../../bloom/write/filter-field.tsx'
import { Failure } from '../../house/failures.tsx'
import { useReadPages } from '../../house/read-pages.ts'
import { isUsual, longestQuery, type Seen, useBriefsAddress, usualQuery, type View } from './address.ts'
import { BriefList, pageSize } from './brief-list.tsx'
import { headOf, Presets, sortWords, useCount } from './filter.tsx'

// Asked for when somebody looks at it that way.
const BoardView = lazy(() => import('../briefs-board/board-view.tsx').then(module => ({ default: module.BoardView })))
const GraphView = lazy(() => import('../briefs-graph/graph-view.tsx').then(module => ({ default: module.GraphView })))

const viewNames: readonly { value: View; name: ReactNode }[] = (['list', 'board', 'graph'] as const).map(value => ({
  value,
  name: (
    <>
      <Icon name={value} />
      {value[0]?.toUpperCase()}
      {value.slice(1)}
    </>
  ),
}))

/** The filter and what it finds, as a list, a board or a graph. */
export function Listed() {
  const { change, ...seen } = useBriefsAddress()
  const { query, sort, project, view } = seen
  const total = useCount(query, project)
  const head = useRef<HTMLDivElement>(null)
  const toList = () => change({ view: 'list' })
  return (
    <Section
      className="views"
      eyebrow={`${project ?? 'all'} · ${sortWords[sort]}`}
      title={total === undefined ? 'Briefs' : headOf(query, total)}
      tools={
        <>
          <FilterField query={query} longest={longestQuery} onChange={query => change({ query })} />
          <Segment label="View" choices={viewNames} value={view} onChange={view => change({ view })} />
        </>
      }
    >
      <div ref={head}>
        <Presets seen={seen} onChange={change} />
      </div>
      <Suspense fallback={<Loading label={`Loading the ${view}`} />}>
        {view === 'list' && (
          <AsList seen={seen} head={head} onOpen={() => change({ query: usualQuery, project: undefined })} />
        )}
        {view === 'board' && <BoardView seen={seen} onList={toList} />}
        {view === 'graph' && <GraphView seen={seen} onList={toList} />}
      </Suspense>
    </Section>
  )
}

type AsListProps = { seen: Seen; head: RefObject<HTMLElement | null>; onOpen: () => void }

/** In every state: loading, failed, nothing found, and full. */
function AsList({ seen: { query, sort, project }, head, onOpen }: AsListProps) {
  const pages = useReadPages('brief.list', { query, sort, project, limit: pageSize })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const rows = useMemo(() => data?.pages.flatMap(page => page.items) ?? [], [data])
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage])
  if (data === undefined) {
    if (pages.error) return <Failure error={pages.error} again={() => void pages.refetch()} />
    return <Loading label="Loading briefs" />
  }
  return (
    <div aria-busy={pages.isPlaceholderData}>
      {rows.length === 0 ? (
        <Nothing query={query} onOpen={onOpen} />
      ) : (
        <BriefList
          list={JSON.stringify([query, sort, project])}
          rows={rows}
          total={data.pages[0]?.total ?? 0}
          more={hasNextPage && !isFetchingNextPage ? more : undefined}
          head={head}
        />
      )}
    </div>
  )
}

function Nothing({ query, onOpen }: { query: string; onOpen: () => void }) {
  if (isUsual(query)) return <AllDone>Nothing is open.</AllDone>
  return (
    <Empty>
      Nothing matches <code>{query}</code>.{' '}
      <Button small onClick={onOpen}>
        Show what is open
      </Button>
    </Empty>
  )
}
