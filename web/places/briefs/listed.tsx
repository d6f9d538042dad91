import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { Button } from '../../bloom/button.tsx'
import { AllDone, Empty, Loading } from '../../bloom/nothing.tsx'
import { Section } from '../../bloom/section.tsx'
import { FilterField } from '../../bloom/write/filter-field.tsx'
import { Failure } from '../../house/failures.tsx'
import { useReadPages } from '../../house/read-pages.ts'
import { useBriefsAddress, usualQuery } from './address.ts'
import { BriefList, pageSize } from './brief-list.tsx'
import { headOf, Presets, sortWords } from './filter.tsx'

/** The list with its filter, in every state: loading, failed, nothing found, and full. */
export function Listed() {
  const { query, sort, project, change } = useBriefsAddress()
  const pages = useReadPages('brief.list', { query, sort, project, limit: pageSize })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const rows = useMemo(() => data?.pages.flatMap(page => page.items) ?? [], [data])
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const head = useRef<HTMLDivElement>(null)
  const total = data?.pages[0]?.total ?? 0
  let body: ReactNode
  if (data === undefined)
    body = pages.error ? (
      <Failure error={pages.error} again={() => void pages.refetch()} />
    ) : (
      <Loading label="Loading briefs" />
    )
  else if (rows.length === 0)
    body = <Nothing query={query} onOpen={() => change({ q: undefined, project: undefined })} />
  else {
    body = (
      <BriefList
        list={JSON.stringify([query, sort, project])}
        rows={rows}
        total={total}
        more={hasNextPage && !isFetchingNextPage ? more : undefined}
        head={head}
      />
    )
  }
  return (
    <Section
      className="views"
      eyebrow={`${project ?? 'all'} · ${sortWords[sort]}`}
      title={data === undefined ? 'Briefs' : headOf(query, total)}
      tools={<FilterField query={query} onChange={q => change({ q: q.trim() === usualQuery ? undefined : q })} />}
    >
      <div ref={head}>
        <Presets
          query={query}
          project={project}
          sort={sort}
          onQuery={q => change({ q: q === usualQuery ? undefined : q })}
          onSort={next => change({ sort: next === 'moved' ? undefined : next })}
        />
      </div>
      <div aria-busy={pages.isPlaceholderData}>{body}</div>
    </Section>
  )
}

function Nothing({ query, onOpen }: { query: string; onOpen: () => void }) {
  if (query.trim() === usualQuery) return <AllDone>Nothing is open.</AllDone>
  return (
    <Empty>
      Nothing matches <code>{query}</code>.{' '}
      <Button small onClick={onOpen}>
        Show what is open
      </Button>
    </Empty>
  )
}
