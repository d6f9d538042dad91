/** MAIN of one project. */
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Event, MainView, MergeView } from '#contract/shapes.ts'
import { useOpenRows } from '../../bloom/list/open-rows.ts'
import { Loading } from '../../bloom/nothing.tsx'
import { Aside, Eyebrow } from '../../bloom/section.tsx'
import { Failure } from '../../house/failures.tsx'
import { useFreshIds } from '../../house/fresh-ids.ts'
import { useBranches } from '../merge/branches.ts'
import { mergeRef, takesBack } from '../merge/words.ts'
import { useReader } from '../merge/writes.ts'
import { Asked } from './asked.tsx'
import { Forecast } from './forecast.tsx'
import { Guard } from './guard.tsx'
import { Halted } from './halted.tsx'
import { landingKey } from './landing-row.tsx'
import { Landings } from './landings.tsx'
import { Lede } from './lede.tsx'
import { usePausing } from './pausing.ts'
import { Queue } from './queue.tsx'
import { useLandings, useMain, useQueue } from './reads.ts'
import { RescueDialog } from './rescue-dialog.tsx'
import { Saved } from './saved.tsx'
import { Standing } from './standing.tsx'

type OneMainProps = {
  project: string
  /** The submission that the address names. */
  asked: number | undefined
  /** Leads to the other ones. */
  mains: ReactNode
}

export function OneMain({ project, asked, mains }: OneMainProps) {
  const status = useMain(project)
  const pages = useLandings(project)
  const landings = useMemo(() => pages.data?.pages.flatMap(page => page.items), [pages.data])
  const queue = useQueue(project, landings)
  const main = status.data?.main
  return (
    <>
      <div className="head">
        <Eyebrow>primary · stable</Eyebrow>
        <Lede main={main} waiting={queue.data && queue.live.length} landings={landings} />
        {mains}
      </div>
      {main === undefined || queue.data === undefined ? (
        <div className="main">
          {status.error || queue.error ? (
            <Failure
              error={status.error ?? queue.error}
              again={() => void Promise.all([status.refetch(), queue.refetch()])}
            />
          ) : (
            <Loading label={`Loading MAIN of ${project}`} />
          )}
        </div>
      ) : (
        <Shown main={main} asked={asked} queue={queue} pages={pages} landings={landings ?? []} />
      )}
    </>
  )
}

type ShownProps = {
  main: MainView
  asked: number | undefined
  queue: ReturnType<typeof useQueue>
  pages: ReturnType<typeof useLandings>
  landings: Parameters<typeof Landings>[0]['landings']
}

function Shown({ main, asked, queue, pages, landings }: ShownProps) {
  const { project, branch } = main
  const reader = useReader()
  const pausing = usePausing(project, reader.me)
  const [rescuing, setRescuing] = useState(false)
  const halt = queue.data?.halts.find(each => each.project === project)?.why
  const ground = { reader, branches: useBranches(project), branch, halt }
  const { live, out, titles } = queue
  const freshIds = useFreshIds(mergeOf)
  const keys = useMemo(
    () => [...live.map(each => mergeRef(each.id)), ...out.map(each => mergeRef(each.id)), ...landings.map(landingKey)],
    [live, out, landings],
  )
  const askedKey = keyAsked(asked, landings)
  const rows = useOpenRows(keys, askedKey)
  const isListed = askedKey !== undefined && keys.includes(askedKey)
  useBroughtIntoView(isListed ? askedKey : undefined, 'center')
  useBroughtIntoView(rows.moved, 'nearest', rows.onMoved)
  return (
    <>
      <div className="main">
        <Halted main={main} halt={halt} reader={reader} pausing={pausing} onRescue={() => setRescuing(true)} />
        {asked !== undefined && !isListed && <Asked id={asked} ground={ground} />}
        <Queue
          live={live}
          out={out}
          overlaps={main.overlaps}
          ground={ground}
          rows={rows}
          freshIds={freshIds}
          isPaused={main.paused !== undefined}
          pausing={pausing}
        />
        <Landings
          project={project}
          pages={pages}
          landings={landings}
          titles={titles}
          reverts={useReverts(queue.data?.items)}
          reader={reader}
          rows={rows}
          freshIds={freshIds}
        />
        <Forecast main={main} ground={ground} />
        <Guard main={main} reader={reader} />
      </div>
      <Aside label="How MAIN stands">
        <Standing main={main} />
        <Saved saved={main.saved} isDirty={main.standing?.status === 'dirty'} />
      </Aside>
      {rescuing && <RescueDialog main={main} onClose={() => setRescuing(false)} />}
    </>
  )
}

const mergeOf = ({ payload }: Event): number | undefined => {
  const id = (payload as { mergeId?: unknown } | null)?.mergeId
  return typeof id === 'number' ? id : undefined
}

/** A landing that brought several goes by its last one. */
function keyAsked(asked: number | undefined, landings: ShownProps['landings']): string | undefined {
  if (asked === undefined) return undefined
  const landing = landings.find(({ mergeIds }) => mergeIds.includes(asked))
  return landing ? landingKey(landing) : mergeRef(asked)
}

/** What takes a landing back, by that landing's submission; the newest of each. */
function useReverts(items: readonly MergeView[] | undefined): ReadonlyMap<number, MergeView> {
  return useMemo(
    () =>
      new Map(
        (items ?? []).flatMap(each => {
          const back = takesBack(each.branch)
          return back === undefined || each.status === 'cancelled' ? [] : [[back, each] as const]
        }),
      ),
    [items],
  )
}

function useBroughtIntoView(key: string | undefined, block: 'center' | 'nearest', onDone?: () => void): void {
  useEffect(() => {
    if (key === undefined) return
    document.getElementById(key)?.scrollIntoView({ block })
    onDone?.()
  }, [key, block, onDone])
}
