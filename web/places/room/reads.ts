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

/** Milliseconds: at the foot of every place, where nobody looks for it in particular. */
const atFoot = () => 30_000

/**
 * All that needs a person, with what it was counted from. `calm`: for a mere count beside other things, which is read
 * again seldom and shares every answer with the Room.
 */
export function useNeeds(projects: Projects, project: string | undefined, calm = false) {
  const how = { calm, enabled: projects.length > 0 }
  const every = calm ? atFoot : resting
  const slugs = useMemo(() => projects.map(each => ({ project: each.slug })), [projects])
  const roster = useRoster(project, how)
  const decisions = useRead('recall.decisions', { project, status: 'open', limit: 200 }, how)
  const merges = useRead('merge.queue', { project, limit: 100 }, how)
  const unapproved = useRead('brief.list', { project, query: 'is:unapproved is:open', limit: 100 }, how)
  const loops = useRead('recall.openLoops', { project, limit: 200 }, how)
  const mains = useReads('main.status', slugs, { every, calm })
    .flatMap(data)
    .map(({ main }) => main)
  const shows = useReads('project.show', slugs, { every, calm }).flatMap(data)
  const reads = [roster, decisions, merges, unapproved, loops]
  const needs = !reads.every(each => each.data !== undefined)
    ? undefined
    : needsOf({
        mains,
        configurations: shows.map(({ project: { slug, configuration } }) => ({ project: slug, configuration })),
        decisions: decisions.data?.items ?? [],
        merges: merges.data?.items ?? [],
        agents: roster.data?.items ?? [],
        unapproved: unapproved.data?.items ?? [],
        loops: loops.data?.items ?? [],
        now: roster.dataUpdatedAt,
      })
  return { needs, roster: roster.data, merges: merges.data?.items ?? [], mains, reads }
}

export function useRoom(projects: Projects, project: string | undefined) {
  const { needs, roster, merges, mains, reads: counted } = useNeeds(projects, project)
  const queue = useRead('recall.queue', { project, limit: 200 })
  // The queue holds the first of them only.
  const ready = useRead('brief.list', { project, query: 'is:dispatchable', limit: 1 })
  const worktrees = useRead('worktree.list', { project, limit: 500 }, { every: resting })
  const landings = useReads(
    'merge.landings',
    useMemo(() => projects.map(({ slug }) => ({ project: slug, limit: mostLandings })), [projects]),
    { every: resting },
  )
  const reads = [...counted, queue]
  return {
    agents: roster?.items,
    caps: roster?.caps ?? [],
    queue: queue.data,
    ready: ready.data?.total,
    worktrees: worktrees.data?.items,
    merges,
    mains,
    landings: landings
      .flatMap(data)
      .flatMap(({ items }) => items)
      .toSorted((a, b) => (a.at < b.at ? 1 : -1)),
    needs,
    error: reads.find(each => each.error !== null && each.data === undefined)?.error ?? null,
    again: () => void Promise.all(reads.map(each => each.refetch())),
  }
}

export type Room = ReturnType<typeof useRoom>
