/** The filter as a board: one column for each status, any number of cards in each. */
import { type ReactNode, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { BriefRow } from '#contract/shapes.ts'
import { Board, BoardColumn } from '../../bloom/board/board.tsx'
import { useBoardKeys } from '../../bloom/board/board-keys.ts'
import { columnStatuses } from '../../bloom/board/column-statuses.ts'
import { Button, Kbd } from '../../bloom/button.tsx'
import { statusWord } from '../../bloom/glyph.tsx'
import { VirtualList } from '../../bloom/list/virtual-list.tsx'
import { Loading } from '../../bloom/nothing.tsx'
import { counted } from '../../bloom/spoken.ts'
import { Failure, RefusedNotice } from '../../house/failures.tsx'
import { useFreshIds } from '../../house/fresh-ids.ts'
import { useRead } from '../../house/read.ts'
import { useReadPages } from '../../house/read-pages.ts'
import { isTaken } from '../../house/write.ts'
import type { Seen } from '../briefs/address.ts'
import { setAside } from '../briefs/row-words.ts'
import { Card } from './card.tsx'
import { asideQuery, columnQuery, isLandedBeside } from './column-query.ts'
import { type Moves, type Moving, useMoves } from './moving.ts'

type Status = BriefRow['status']

const idOf = (row: BriefRow) => row.id

/** Cards that a column asks for at once. */
const pageSize = 100

export function BoardView({ seen, onList }: { seen: Seen; onList: () => void }) {
  const moves = useMoves()
  const board = useRef<HTMLDivElement>(null)
  const { here, wanted, onFocused, tell, find } = useWalk(board)
  const fresh = useFreshIds(event => event.briefId)
  const asked = useRead('brief.list', { query: seen.query, project: seen.project, limit: 1 }, { keep: true })
  if (asked.error) return <Failure error={asked.error} again={() => void asked.refetch()} />
  return (
    <div ref={board}>
      <p className="meta board-hint dim">
        <span className="hint">
          <Kbd>h</Kbd> <Kbd>l</Kbd> between columns, <Kbd>j</Kbd> <Kbd>k</Kbd> in one, <Kbd>↵</Kbd> opens, <Kbd>s</Kbd>{' '}
          sets the status.{' '}
        </span>
        <Aside seen={seen} onList={onList} />
      </p>
      {moves.refused && <RefusedNotice said={moves.refused} />}
      <Board label="Board">
        {columnStatuses.map(status => (
          <Column
            key={status}
            status={status}
            seen={seen}
            moves={moves}
            here={here}
            wanted={wanted}
            onFocused={onFocused}
            fresh={fresh}
            tell={tell}
            find={find}
          />
        ))}
      </Board>
    </div>
  )
}

/** Where a reader is on the board. The columns tell what they hold, so that a step knows where it leads. */
function useWalk(board: RefObject<HTMLDivElement | null>) {
  const held = useRef(new Map<Status, readonly BriefRow[]>())
  const [here, setHere] = useState<number>()
  const [wanted, setWanted] = useState<number>()
  const onFocused = useCallback(() => setWanted(undefined), [])
  const tell = useCallback((status: Status, rows: readonly BriefRow[]) => void held.current.set(status, rows), [])
  const goTo = (id: number | undefined) => {
    if (id === undefined) return
    setHere(id)
    setWanted(id)
  }
  const onStep = (across: number, down: number) => {
    const columns = columnStatuses.map(status => held.current.get(status) ?? [])
    const at = columns.findIndex(rows => rows.some(row => row.id === here))
    if (at < 0) return goTo(columns.find(rows => rows.length > 0)?.[0]?.id)
    const place = columns[at]?.findIndex(row => row.id === here) ?? 0
    if (across === 0) return goTo(columns[at]?.[place + down]?.id)
    const beside = across > 0 ? columns.slice(at + 1) : columns.slice(0, at).reverse()
    const next = beside.find(rows => rows.length > 0)
    goTo(next?.[Math.min(place, next.length - 1)]?.id)
  }
  const openMenu = () => board.current?.querySelector<HTMLElement>('.is-here .card button')?.click()
  useBoardKeys(board, onStep, [{ keys: 's', words: 'move the card to another status', act: openMenu }])
  const find = (id: number) => [...held.current.values()].flat().find(row => row.id === id)
  return { here, wanted, onFocused, tell, find }
}

type ColumnProps = {
  status: Status
  seen: Seen
  moves: Moves
  here: number | undefined
  wanted: number | undefined
  onFocused: () => void
  fresh: ReadonlySet<number>
  tell: (status: Status, rows: readonly BriefRow[]) => void
  find: (id: number) => BriefRow | undefined
}

/** What a column holds: as the house told it, with what is on its way in and without what is on its way out. */
function useColumn(status: Status, { query, sort, project }: Seen, moving: Moving) {
  const pages = useReadPages('brief.list', { query: columnQuery(query, status), sort, project, limit: pageSize })
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage])
  const told = useMemo(() => data?.pages.flatMap(page => page.items), [data])
  const rows = useMemo(() => {
    const coming = [...moving.values()].filter(row => row.status === status && !told?.some(each => each.id === row.id))
    const staying = told?.filter(row => (moving.get(row.id)?.status ?? status) === status) ?? []
    return [...coming, ...staying]
  }, [told, moving, status])
  const total = data?.pages[0]?.total ?? 0
  return {
    rows,
    count: told && total + rows.length - told.length,
    more: hasNextPage && !isFetchingNextPage ? more : undefined,
    error,
  }
}

function Column({ status, seen, moves, here, wanted, onFocused, fresh, tell, find }: ColumnProps) {
  const { moving } = moves
  const { rows, count, more, error } = useColumn(status, seen, moving)
  useLayoutEffect(() => tell(status, rows), [tell, status, rows])
  let body: ReactNode = null
  if (rows.length > 0) {
    body = (
      <VirtualList
        label={`Briefs that are ${statusWord(status)}`}
        items={rows}
        keyOf={idOf}
        estimate={80}
        scroll="70vh"
        here={rows.findIndex(row => row.id === here)}
        onEnd={more}
        render={row => (
          <Card
            row={row}
            setStatus={moves.setStatusOf(row)}
            isNew={fresh.has(row.id)}
            isMoving={moving.has(row.id)}
            wantsFocus={row.id === wanted}
            onFocused={onFocused}
          />
        )}
      />
    )
  } else if (count === undefined)
    body = error ? <Failure error={error} /> : <Loading label={`Loading ${statusWord(status)}`} />
  const onDropped = (id: number) => {
    const row = find(id)
    if (row && row.status !== status) void isTaken(moves.setStatusOf(row).write({ briefId: id, status }))
  }
  const isBeside = status === 'complete' && isLandedBeside(seen.query)
  return (
    <BoardColumn status={status} count={count} cap={isBeside ? 'besides' : undefined} onDropped={onDropped}>
      {body}
    </BoardColumn>
  )
}

/** What the filter finds and no column holds. */
function Aside({ seen: { query, project }, onList }: { seen: Seen; onList: () => void }) {
  const { data } = useRead('brief.list', { query: asideQuery(query), project, limit: 1 }, { keep: true })
  if (!data || data.total === 0) return null
  return (
    <>
      {counted(data.total, 'brief')} set aside ({setAside.join(', ')}) {data.total === 1 ? 'is' : 'are'} on no column:{' '}
      <Button small look="bare" onClick={onList}>
        see the list
      </Button>
    </>
  )
}
