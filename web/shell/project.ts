/** Which project the page shows: it lives in the address, so that a link leads to what was seen. */
import { useLocation } from '@tanstack/react-router'
import type { Output } from '#contract/catalogue.ts'
import { useRead } from '../house/read.ts'

export type Projects = Output<'project.list'>['items']

export function useProjects(): Projects | undefined {
  return useRead('project.list', {}).data?.items
}

/** `/rooms/garden` and `/projects/garden` → `garden`. */
function namedIn(pathname: string): string | undefined {
  const name = /^\/(?:rooms|projects)\/([^/]+)$/.exec(pathname)?.[1]
  return name === undefined ? undefined : decodeURIComponent(name)
}

/** The project in the address, or undefined for all of them. */
export function useProjectShown(): string | undefined {
  return useLocation({
    select: ({ search, pathname }) => (search as { project?: string }).project ?? namedIn(pathname),
  })
}

/** The project that the place is of: the one in the address, or that of the Brief that is shown. */
export function useProjectHere(): string | undefined {
  const shown = useProjectShown()
  const pathname = useLocation({ select: location => location.pathname })
  const briefId = Number(/^\/briefs\/([1-9]\d{0,8})$/.exec(pathname)?.[1])
  // The same read as the Brief's own place, so that it is asked once.
  const brief = useRead('recall.brief', recallOf(briefId), { enabled: !Number.isNaN(briefId) }).data?.brief
  return shown ?? brief?.project
}

/** Bytes of a Brief's payload. A spec that doesn't fit, and the trace, have reads of their own. */
const budget = 150_000

/** How the page reads a Brief. */
export const recallOf = (briefId: number) => ({ briefId, maxBytes: budget })
