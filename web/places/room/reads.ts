/** What the Room reads, of one project or of all of them, and how often without an event. */
import { useMemo } from 'react'
import { useRead, useReads } from '../../house/read.ts'
import type { Projects } from '../../shell/project.ts'
import { useRoster } from '../agents/roster.ts'
import { needsOf } from './needs.ts'

/** Milliseconds: silences, and files on the disk, change without an event. */
const resting = () => 10_000

/** Of each project: the last ones, and how many came today. */
const mostLandings = 100

const data = <Data>(each: { data: Data | undefined }): Data[] => (each.data === undefined ? [] : [each.data])

export function useRoom(projects: Projects, project: string | undefined) {
  const slugs = useMemo(() => projects.map(each => ({ project: each.slug })), [projects])
  const roster = useRoster(project)
  const queue = useRead('recall.queue', { project, limit: 200 })
  const decisions = useRead('recall.decisions', { project, status: 'open', limit: 200 })
  const merges = useRead('merge.queue', { project, limit: 100 })
  const unapproved = useRead('brief.list', { project, query: 'is:unapproved is:open', limit: 100 })
  const worktrees = useRead('worktree.list', { project, limit: 500 }, { every: resting })
  const loops = useRead('recall.openLoops', { project, limit: 200 })
  const statuses = useReads('main.status', slugs, resting)
  const shows = useReads('project.show', slugs, resting)
  const reads = [roster, queue, decisions, merges, unapproved, loops]
  const landings = useReads(
    'merge.landings',
    useMemo(() => slugs.map(each => ({ ...each, limit: mostLandings })), [slugs]),
    resting,
  )
  const mains = statuses.flatMap(data).map(({ main }) => main)
  const isWhole = reads.every(each => each.data !== undefined)
  return {
    agents: roster.data?.items,
    caps: roster.data?.caps ?? [],
    queue: queue.data,
    worktrees: worktrees.data?.items,
    merges: merges.data?.items ?? [],
    mains,
    landings: landings
      .flatMap(data)
      .flatMap(({ items }) => items)
      .toSorted((a, b) => (a.at < b.at ? 1 : -1)),
    needs: !isWhole
      ? undefined
      : needsOf({
          mains,
          configurations: shows
            .flatMap(data)
            .map(({ project: { slug, configuration } }) => ({ project: slug, configuration })),
          decisions: decisions.data?.items ?? [],
          merges: merges.data?.items ?? [],
          agents: roster.data?.items ?? [],
          unapproved: unapproved.data?.items ?? [],
          loops: loops.data?.items ?? [],
          now: roster.dataUpdatedAt,
        }),
    error: reads.find(each => each.error !== null && each.data === undefined)?.error ?? null,
    again: () => void Promise.all(reads.map(each => each.refetch())),
  }
}

export type Room = ReturnType<typeof useRoom>
