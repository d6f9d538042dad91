/** The objects of the house as the palette offers them. */
import { useMemo } from 'react'
import type { Output } from '#contract/catalogue.ts'
import { ref } from '#domain/ref.ts'
import { bareName } from '../../bloom/spoken.ts'
import { useSettled } from '../../bloom/write/settled.ts'
import { useRead } from '../../house/read.ts'
import { places } from '../places.ts'
import { type Asked, likeness } from './asked.ts'
import type { Entry } from './entry.ts'

type Hit = Output<'recall.search'>['items'][number]

const icons = { brief: 'flower', decision: 'question', scratchpad: 'scratch', trace: 'list' } as const

const idIn = (named: string): number => Number(/\d+/.exec(named)?.[0])

/** Where a hit is read: on the page of its Brief, or, where it has none, as the answer of an operation. */
export function entryOfHit({ type, ref: named, briefId, title, project }: Hit): Entry | undefined {
  const shared = { id: `${type} ${named}`, name: `${named} ${title}`, icon: icons[type], note: project }
  // An event's number says nothing to a person: it is known by its Brief.
  if (type === 'trace')
    return briefId === null
      ? undefined
      : {
          ...shared,
          name: `${ref('brief', briefId)} ${title}`,
          note: `in its trace, ${project}`,
          href: `/briefs/${briefId}#trace`,
        }
  if (type === 'scratchpad') return { ...shared, operation: 'scratchpad.read', given: { scratchpad: idIn(named) } }
  if (type === 'decision') return { ...shared, href: `/decisions?show=all#${named}` }
  if (briefId === null) return undefined
  return { ...shared, href: `/briefs/${briefId}` }
}

export const placeEntries = (): Entry[] =>
  places.map(({ name, href, icon, go }) => ({ id: `place ${href}`, name, href, icon, note: `g ${go}` }))

/** Long enough that the house is asked for a word and not for its letters, in milliseconds. */
const typingPause = 120

/** All that has a name here and is not searched for: few enough to be read whole. */
function useNamed(): readonly Entry[] {
  const projects = useRead('project.list', {}).data?.items
  const worktrees = useRead('worktree.list', { limit: 500 }).data?.items
  const agents = useRead('agent.list', {}).data?.items
  const merges = useRead('merge.queue', { limit: 200 }).data?.items
  const scratchpads = useRead('scratchpad.list', { limit: 200 }).data?.items
  return useMemo(
    () => [
      ...(projects ?? []).map(
        ({ slug }): Entry => ({
          id: `project ${slug}`,
          name: slug,
          icon: 'room',
          note: 'project',
          href: `/projects/${slug}`,
        }),
      ),
      ...(worktrees ?? []).map(
        ({ id, name, project }): Entry => ({
          id: ref('worktree', id),
          name: `${ref('worktree', id)} ${name}`,
          icon: 'tree',
          note: `worktree of ${project}`,
          href: `/fleet#${ref('worktree', id)}`,
        }),
      ),
      ...(agents ?? []).map(
        ({ actor, project, briefId, liveness }): Entry => ({
          id: `agent ${project} ${actor}`,
          name: bareName(actor),
          icon: 'session',
          note: `agent in ${project}, ${liveness.replace('_', ' ')}`,
          href: briefId === null ? '/fleet' : `/briefs/${briefId}`,
        }),
      ),
      ...(merges ?? []).map(
        ({ id, title, branch }): Entry => ({
          id: ref('merge', id),
          name: `${ref('merge', id)} ${title ?? branch}`,
          icon: 'merge',
          note: 'in the merge queue',
          href: `/main#${ref('merge', id)}`,
        }),
      ),
      ...(scratchpads ?? []).map(
        ({ id, title }): Entry => ({
          id: `scratchpad ${ref('scratchpad', id)}`,
          name: `${ref('scratchpad', id)} ${title}`,
          icon: 'scratch',
          note: 'scratchpad',
          operation: 'scratchpad.read',
          given: { scratchpad: id },
        }),
      ),
    ],
    [projects, worktrees, agents, merges, scratchpads],
  )
}

/** What is called so, and what the house finds when it looks into every text. */
export function useObjects(asked: Asked): { entries: readonly Entry[]; isLooking: boolean } {
  const isAsked = asked.words.length > 0
  const named = useNamed()
  const query = useSettled(asked.words.join(' ').slice(0, 500), typingPause)
  const found = useRead(
    'recall.search',
    { query, scope: 'all', limit: 20 },
    { enabled: query !== '' && asked.refs.length === 0, keep: true },
  )
  const hits = isAsked ? (found.data?.items ?? []) : []
  const own = [...placeEntries(), ...named]
    .map(entry => ({ entry, weight: likeness(asked.words, { name: entry.name, also: entry.note ?? '' }) }))
    .filter(({ weight }) => isAsked && weight > 0)
    .sort((a, b) => b.weight - a.weight)
  const once = new Map<string, Entry>()
  for (const entry of [...own.slice(0, 8).map(each => each.entry), ...hits.flatMap(hit => entryOfHit(hit) ?? [])])
    if (!once.has(entry.id)) once.set(entry.id, entry)
  return { entries: [...once.values()], isLooking: found.isFetching || found.isPlaceholderData }
}
