/** What the place of MAIN reads, and how often without an event. */
import { useMemo } from 'react'
import type { Output } from '#contract/catalogue.ts'
import type { LandingView, MergeView } from '#contract/shapes.ts'
import { useRead } from '../../house/read.ts'
import { useReadPages } from '../../house/read-pages.ts'
import { isLive, isOut } from '../merge/words.ts'

/** Milliseconds: while something moves, and while nothing does. */
const [moving, resting] = [1_500, 10_000]

export function useMain(project: string) {
  const every = (data: Output<'main.status'> | undefined) =>
    data === undefined || data.main.errand === null ? resting : moving
  return useRead('main.status', { project }, { every })
}

/** Landings and queue are read one after the other: what has landed since stands where it landed, and nowhere else. */
const hasLanded = ({ id, movedAt }: MergeView, landings: readonly LandingView[]): boolean =>
  landings.some(({ mergeIds, at }) => mergeIds.includes(id) && at >= movedAt)

/** The queue in its order, and what was sent back or taken out, newest first. */
export function useQueue(project: string, landings: readonly LandingView[] = []) {
  const every = (data: Output<'merge.queue'> | undefined) => (data?.items.some(isLive) ? moving : resting)
  const read = useRead('merge.queue', { project, ended: true, limit: 100 }, { every })
  const items = read.data?.items
  const parts = useMemo(
    () => ({
      live: items?.filter(each => isLive(each) && !hasLanded(each, landings)) ?? [],
      out: items?.filter(isOut).toSorted((a, b) => (a.movedAt < b.movedAt ? 1 : -1)) ?? [],
      titles: new Map(items?.map(each => [each.id, each.title])),
    }),
    [items, landings],
  )
  return { ...read, ...parts }
}

/** Landings on a page. */
const page = 25

export const useLandings = (project: string) => useReadPages('merge.landings', { project, limit: page })
