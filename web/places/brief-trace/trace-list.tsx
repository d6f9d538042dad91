/** The rows of a trace. News never moves what somebody reads: while the top is out of view it waits behind a count. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Event } from '#contract/shapes.ts'
import { Fold } from '../../bloom/button.tsx'
import { FoldedRun } from '../../bloom/event.tsx'
import { VirtualList } from '../../bloom/list/virtual-list.tsx'
import { Empty, Loading } from '../../bloom/nothing.tsx'
import { Newer } from '../../bloom/says.tsx'
import { Failure } from '../../house/failures.tsx'
import { type TraceLine, traceLines } from './trace-lines.ts'
import type { TracePages } from './trace-pages.ts'
import { TraceRow } from './trace-row.tsx'

type TraceListProps = {
  pages: TracePages
  /** The number of the newest event that is known to be right. */
  sealed: number
  filtered?: boolean
}

export function TraceList({ pages, sealed, filtered = false }: TraceListProps) {
  if (pages.pending && pages.failed) return <Failure error={pages.failed} again={pages.more} />
  if (pages.pending) return <Loading label="Loading the trace" />
  if (pages.events.length === 0) return <Empty>{filtered ? 'Nothing of that kind yet.' : 'Nothing yet.'}</Empty>
  return <Rows pages={pages} sealed={sealed} />
}

function Rows({ pages, sealed }: { pages: TracePages; sealed: number }) {
  const { events, whole } = pages
  const top = useRef<HTMLDivElement>(null)
  const news = useNews(events, top)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const open = (key: number) => setOpened(before => new Set([...before, key]))
  const lines = useMemo(() => traceLines(news.shown, opened, whole), [news.shown, opened, whole])
  const here = usePermalink(pages, lines, open)
  return (
    <>
      <div ref={top} />
      <Newer count={news.waiting} noun="event" onShow={news.show} />
      <VirtualList
        label="Events, newest first"
        items={lines}
        keyOf={keyOf}
        estimate={48}
        here={here}
        render={line =>
          line.kind === 'run' ? (
            <FoldedRun onOpen={() => open(line.key)}>{line.words}</FoldedRun>
          ) : (
            <TraceRow
              event={line.event}
              first={line.first}
              root={line.root}
              fresh={news.isFresh(line.event)}
              sealed={line.event.seq <= sealed}
            />
          )
        }
      />
      <Older pages={pages} />
    </>
  )
}

const keyOf = (line: TraceLine) => (line.kind === 'run' ? `run ${line.key}` : line.event.seq)

/** Milliseconds for which a new row is marked. */
const freshFor = 8_000

/** What came in while the page was open: shown at once, or held back while somebody reads further down. */
function useNews(events: readonly Event[], top: React.RefObject<HTMLDivElement | null>) {
  const newest = events[0]?.seq ?? 0
  const [shownTo, setShownTo] = useState(newest)
  const [began] = useState(newest)
  const [arrived] = useState(() => new Map<number, number>())
  useLayoutEffect(() => {
    for (const { seq } of events) {
      if (seq <= began || arrived.has(seq)) break
      arrived.set(seq, Date.now())
    }
    const isAway = (top.current?.getBoundingClientRect().top ?? 0) < 0
    if (!isAway) setShownTo(newest)
  }, [events, newest, began, arrived, top])
  const shown = useMemo(() => events.filter(event => event.seq <= shownTo), [events, shownTo])
  return {
    shown,
    waiting: events.length - shown.length,
    show: () => {
      setShownTo(newest)
      top.current?.scrollIntoView({ block: 'center' })
    },
    isFresh: ({ seq }: Event) => Date.now() - (arrived.get(seq) ?? 0) < freshFor,
  }
}

const linked = () => Number(/^#e(\d+)$/.exec(window.location.hash)?.[1] ?? 0)

/** The line that the address names (`#e4812`): older pages are read until it is there. -1 when none is named. */
function usePermalink(pages: TracePages, lines: readonly TraceLine[], open: (run: number) => void): number {
  const [seq, setSeq] = useState(linked)
  useEffect(() => {
    const onHash = () => setSeq(linked())
    window.addEventListener('hashchange', onHash)
    return () => window.removeEventListener('hashchange', onHash)
  }, [])
  const { events, whole, busy, more } = pages
  const isKnown = events.some(event => event.seq === seq)
  const line = lines.findIndex(each => each.kind === 'event' && each.event.seq === seq)
  useEffect(() => {
    if (seq === 0) return
    if (!isKnown && !whole && !busy && (events.at(-1)?.seq ?? 0) > seq) more()
    if (!isKnown || line >= 0) return
    const run = lines.find(each => each.kind === 'run' && each.key <= seq && seq < each.key + 10_000_000)
    if (run?.kind === 'run') open(run.key)
  })
  return line
}

/** The end of what was read; coming near it reads on. */
function Older({ pages }: { pages: TracePages }) {
  const end = useRef<HTMLDivElement>(null)
  const now = useRef(pages.more)
  useEffect(() => {
    now.current = pages.more
  })
  const length = pages.events.length
  useEffect(() => {
    if (pages.whole || end.current === null) return
    const watch = new IntersectionObserver(seen => seen.some(each => each.isIntersecting) && now.current(), {
      rootMargin: '800px',
    })
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [pages.whole, length])
  if (pages.whole) return null
  return (
    <div ref={end} className="trace-older">
      {pages.failed !== null && <Failure error={pages.failed} again={pages.more} />}
      {pages.busy ? <Loading label="Loading older events" /> : <Fold onClick={pages.more}>older events</Fold>}
    </div>
  )
}
