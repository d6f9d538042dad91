import { useRouter } from '@tanstack/react-router'
import { type RefObject, useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { BriefRow } from '#contract/shapes.ts'
import { useKeys } from '../../bloom/keys.ts'
import { useMoveKeys } from '../../bloom/list/move-keys.ts'
import { useScrolledPast, useSteadyRows } from '../../bloom/list/steady-rows.ts'
import { VirtualList } from '../../bloom/list/virtual-list.tsx'
import { Newer } from '../../bloom/says.tsx'
import { useFreshIds } from '../../house/fresh-ids.ts'
import { BulkBar } from '../briefs-bulk/bulk-bar.tsx'
import { type Chosen, useChosen } from '../briefs-bulk/chosen.ts'
import { BriefLine } from './line.tsx'
import { keyOf, type Line, layOut } from './lines.ts'

/** Rows that are asked for at once. */
export const pageSize = 500

function toggled(set: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}

function useFolds() {
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const folds = useMemo(() => ({ folded, unfolded }), [folded, unfolded])
  const actions = useMemo(
    () => ({
      onFold: (id: number) => setFolded(set => toggled(set, id)),
      onLanded: (id: number) => setUnfolded(set => toggled(set, id)),
    }),
    [],
  )
  return { folds, actions }
}

/** Where the keyboard is in the list: `j k` and Enter, `x` chooses, shift with `j k` takes the next one along. */
function useWalk(lines: readonly Line[], chosen: Chosen, onOpen: (line: Line) => void): number {
  const [hereKey, setHereKey] = useState<string>()
  const here = useMemo(() => lines.findIndex(line => keyOf(line) === hereKey), [lines, hereKey])
  const at = (place: number, act: (line: Line) => void) => {
    const line = lines[place]
    if (line) act(line)
  }
  const goTo = useCallback((line: Line) => setHereKey(keyOf(line)), [])
  useMoveKeys({
    count: lines.length,
    here,
    onMove: place => at(place, goTo),
    onOpen: place => at(place, onOpen),
  })
  const takeAlong = (step: number) => {
    const [from, to] = [lines[here], lines[here + step]]
    chosen.add([from, to].flatMap(line => (line?.kind === 'brief' ? [line.row] : [])))
    if (to) goTo(to)
  }
  useKeys([
    {
      keys: 'x',
      words: 'choose the row',
      act: () => at(here, line => line.kind === 'brief' && chosen.toggle(line.row)),
    },
    { keys: 'J', words: 'choose along', act: () => takeAlong(1), repeats: true },
    { keys: 'K', words: 'choose along', act: () => takeAlong(-1), repeats: true },
  ])
  return here
}

export type BriefListProps = {
  /** Names what is listed: another filter is another list. */
  list: string
  rows: readonly BriefRow[]
  total: number
  /** Reads the next page. */
  more: (() => void) | undefined
  head: RefObject<HTMLElement | null>
}

/** The list of Briefs: any number of them, read on as they are scrolled to, with `j`, `k` and Enter. */
export function BriefList({ list, rows: latest, total, more, head }: BriefListProps) {
  const { history } = useRouter()
  // News is laid out once nobody waits for an answer to a key.
  const rows = useDeferredValue(latest)
  const isPast = useScrolledPast(head)
  const { shown, newer, showNewest } = useSteadyRows(rows, list, isPast)
  const { folds, actions: folding } = useFolds()
  const lines = useMemo(() => layOut(shown, folds, pageSize), [shown, folds])
  const seen = useMemo(() => lines.flatMap(line => (line.kind === 'brief' ? [line.row] : [])), [lines])
  const seenIds = useMemo(() => new Set(seen.map(row => row.id)), [seen])
  const chosen = useChosen(seen)
  const { toggle, extend } = chosen
  const actions = useMemo(() => ({ ...folding, onToggle: toggle, onExtend: extend }), [folding, toggle, extend])
  const fresh = useFreshIds(event => event.briefId)
  const onOpen = (line: Line) => {
    if (line.kind === 'brief') history.push(`/briefs/${line.row.id}`)
    else actions.onLanded(line.epicId)
  }
  const here = useWalk(lines, chosen, onOpen)
  const toTop = () => {
    showNewest()
    head.current?.scrollIntoView()
  }
  return (
    <div className="brief-lines">
      <div className="news-waits">
        <Newer count={newer} noun="brief" onShow={toTop} />
      </div>
      <BulkBar chosen={chosen} listed={seenIds} />
      <div className="b-row b-heads label" aria-hidden>
        <span className="b-pick" />
        <span className="b-line">brief</span>
        <span className="b-at">now</span>
        <span className="b-note">waits, waves</span>
        <span className="b-moved num">moved</span>
      </div>
      <VirtualList
        label="Briefs"
        items={lines}
        keyOf={keyOf}
        estimate={34}
        here={here}
        onEnd={more}
        render={line => (
          <BriefLine
            line={line}
            isNew={line.kind === 'brief' && fresh.has(line.row.id)}
            isChosen={line.kind === 'brief' && chosen.ids.has(line.row.id)}
            actions={actions}
          />
        )}
      />
      {shown.length < total && (
        <p className="list-foot dim small">
          {shown.length} of {total} rows drawn; the rest as you scroll
        </p>
      )}
    </div>
  )
}
