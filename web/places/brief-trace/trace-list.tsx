/** The rows of a trace. News never moves what somebody reads: while the top is out of view it waits behind a count. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Event } from '#contract/shapes.ts'
import { Fold } from '../../bloom/button.tsx'
import { FoldedRun } from '../../bloom/event.tsx'
import { useScrolledPast } from '../../bloom/list/steady-rows.ts'
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
  /** Events of many Briefs, each of which says whose it is. */
  named?: boolean
}

export function TraceList({ pages, sealed, filtered = false, named = false }: TraceListProps) {
  if (pages.pending && pages.failed) return <Failure error={pages.failed} again={pages.more} />
  if (pages.pending) return <Loading label="Loading the trace" />
  if (pages.events.length === 0) return <Empty>{filtered ? 'Nothing of that kind yet.' : 'Nothing yet.'}</Empty>
  return <Rows pages={pages} sealed={sealed} named={named} />
}

function Rows({ pages, sealed, named }: Required<Omit<TraceListProps, 'filtered'>>) {
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
      {/* In view wherever somebody reads, and without a height of its own, so that no row moves when it comes. */}
      <div className="newer-place">
        <Newer count={news.waiting} noun="event" onShow={news.show} />
      </div>
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
              named={named}
            />
          )
        }
      />
      <Older pages={pages} />
    </>
  )
}

const keyOf = (line: TraceLine) => (line.kind === 'run' ? `run ${line.key}` : line.event.seq)

/** Pixels: the bar that stays in view. */
const bar = 48

/** What came in while the page was open: shown at once, or held back while somebody reads further down. */
function useNews(events: readonly Event[], top: RefObject<HTMLDivElement | null>) {
  const newest = events[0]?.seq ?? 0
  const [{ shownTo, freshAfter }, show] = useState({ shownTo: newest, freshAfter: newest })
  const isAway = useScrolledPast(top, bar)
  if (!isAway && shownTo < newest) show({ shownTo: newest, freshAfter: shownTo })
  const shown = useMemo(() => events.filter(event => event.seq <= shownTo), [events, shownTo])
  return {
    shown,
    waiting: events.length - shown.length,
    show: () => {
      show({ shownTo: newest, freshAfter: shownTo })
      top.current?.scrollIntoView({ block: 'center' })
    },
    isFresh: ({ seq }: Event) => seq > freshAfter,
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
  const { whole, busy, failed, more } = pages
  useEffect(() => {
    if (whole || busy || failed !== null || end.current === null) return
    const watch = new IntersectionObserver(seen => seen.some(each => each.isIntersecting) && more(), {
      rootMargin: '800px',
    })
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [whole, busy, failed, more])
  if (whole) return null
  return (
    <div ref={end} className="trace-older">
      {failed !== null && <Failure error={failed} again={more} />}
      {busy ? <Loading label="Loading older events" /> : <Fold onClick={more}>older events</Fold>}
    </div>
  )
}
