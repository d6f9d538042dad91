/** What the place of Decisions reads, of one project or of all of them. */
import { useEffect, useMemo, useState } from 'react'
import type { AgentView } from '#contract/agent.ts'
import type { DecisionView } from '#contract/shapes.ts'
import { useReads } from '../../house/read.ts'
import { useReadPages } from '../../house/read-pages.ts'
import { useRoster } from '../agents/roster.ts'
import { hold, openOf } from './held.ts'

const pageSize = 200

/** Newest first after the open ones. All that are open are read, as the oldest of them come last. */
export function useDecisions(project: string | undefined) {
  const pages = useReadPages('recall.decisions', { project, status: 'all', limit: pageSize })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } = pages
  const items = useMemo(() => data?.pages.flatMap(page => page.items) ?? [], [data])
  const isShort = hasNextPage && items.at(-1)?.status === 'open'
  useEffect(() => {
    if (isShort && !isFetchingNextPage) void fetchNextPage()
  }, [isShort, isFetchingNextPage, fetchNextPage])
  return {
    // Until those of another project are there, what is known of it already stands.
    items: useMemo(
      () => (isPlaceholderData ? items.filter(each => each.project === project || project === undefined) : items),
      [items, isPlaceholderData, project],
    ),
    isRead: data !== undefined && !isShort,
    error: data === undefined ? pages.error : null,
    again: () => void pages.refetch(),
    more: hasNextPage && !isShort ? () => void fetchNextPage() : undefined,
    isMoreComing: isFetchingNextPage,
  }
}

/** The open ones, and those that have ended while they were shown; `list` names what is listed, and another begins anew. */
export function useHeld(list: string, items: readonly DecisionView[]): readonly DecisionView[] {
  const [held, setHeld] = useState({ list, items, rows: openOf(items) })
  if (held.list === list && held.items === items) return held.rows
  const rows = held.list === list ? hold(held.rows, items) : openOf(items)
  setHeld({ list, items, rows })
  return rows
}

/** The house gives no shorter answer; the title is in it. */
const smallest = 1_000
/** Briefs whose titles are read; questions that are further down say only the number. */
const mostTitles = 40

export type Asking = { titles: ReadonlyMap<number, string>; agents: readonly AgentView[] }

/** Where questions came from: the titles of their Briefs, and who is at work. */
export function useAsking(project: string | undefined, shown: readonly DecisionView[]): Asking {
  const briefs = useMemo(
    () =>
      [...new Set(shown.flatMap(each => each.briefId ?? []))]
        .slice(0, mostTitles)
        .map(briefId => ({ briefId, maxBytes: smallest })),
    [shown],
  )
  const recalls = useReads('recall.brief', briefs)
  const agents = useRoster(project).data?.items ?? []
  const titles = new Map(recalls.flatMap(({ data }) => (data ? [[data.brief.id, data.brief.title] as const] : [])))
  return { titles, agents }
}
