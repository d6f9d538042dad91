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
