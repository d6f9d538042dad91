/** The filter as a board: one column for each status, any number of cards in each. */
import { type ReactNode, type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import type { BriefRow } from '#contract/shapes.ts'
import { Board, BoardColumn } from '../../bloom/board/board.tsx'
import { useBoardKeys } from '../../bloom/board/board-keys.ts'
import { Button, Kbd } from '../../bloom/button.tsx'
import { VirtualList } from '../../bloom/list/virtual-list.tsx'
import { Loading } from '../../bloom/nothing.tsx'
import { counted } from '../../bloom/spoken.ts'
import { Failure, RefusedNotice } from '../../house/failures.tsx'
import { useFreshIds } from '../../house/fresh-ids.ts'
import { useRead } from '../../house/read.ts'
import { useReadPages } from '../../house/read-pages.ts'
import type { Seen } from '../briefs/address.ts'
import { setAside } from '../briefs/row-words.ts'
import { Card } from './card.tsx'
import { asideQuery, columnQuery, columnStatuses, isLandedBeside } from './column-query.ts'
import { type Moves, useMoves } from './moving.ts'

type Status = BriefRow['status']

/** Cards that a column asks for at once. */
const pageSize = 100

export function BoardView({ seen, onList }: { seen: Seen; onList: () => void }) {
  const moves = useMoves()
  const board = useRef<HTMLDivElement>(null)
  const { here, wanted, onFocused, tell } = useWalk(board)
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
  useBoardKeys(board, onStep, { s: openMenu })
  return { here, wanted, onFocused, tell }
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
}

function Column({ status, seen, moves, here, wanted, onFocused, fresh, tell }: ColumnProps) {
  const { query, sort, project } = seen
  const pages = useReadPages('brief.list', { query: columnQuery(query, status), sort, project, limit: pageSize })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const { moving } = moves
  const rows = useMemo(() => {
    const told = data?.pages.flatMap(page => page.items) ?? []
    const coming = [...moving.values()].filter(row => row.status === status && !told.some(each => each.id === row.id))
    const staying = told.filter(row => (moving.get(row.id)?.status ?? status) === status)
    tell(status, [...coming, ...staying])
    return [...coming, ...staying]
  }, [data, moving, status, tell])
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage])
  let body: ReactNode
  if (data === undefined) body = pages.error ? <Failure error={pages.error} /> : <Loading label={`Loading ${status}`} />
  else if (rows.length > 0) {
    body = (
      <VirtualList
        label={`Briefs that are ${status.replace('_', ' ')}`}
        items={rows}
        keyOf={row => row.id}
        estimate={80}
        scroll="70vh"
        here={rows.findIndex(row => row.id === here)}
        onEnd={hasNextPage && !isFetchingNextPage ? more : undefined}
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
  }
  const isBeside = status === 'complete' && isLandedBeside(query)
  const total = data?.pages[0]?.total
  return (
    <BoardColumn
      status={status}
      count={
        total === undefined ? undefined : total + rows.length - (data?.pages.flatMap(page => page.items).length ?? 0)
      }
      cap={isBeside ? 'besides' : undefined}
    >
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
