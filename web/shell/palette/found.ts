/** What the palette shows for what was typed. */
import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { entryOf, isOperation, publicNames } from '#contract/catalogue.ts'
import { useRead } from '../../house/read.ts'
import { useProjectShown, useProjects } from '../project.ts'
import { readAsked } from './asked.ts'
import type { Entry, Given, Group } from './entry.ts'
import { useNamedEntry } from './named.ts'
import { placeEntries, useObjects } from './objects.ts'
import { entryFor, meant, takes, whyNot } from './operations.ts'
import { recentOnes } from './recent.ts'

/** The Brief at hand and the project shown, for what is asked from here. */
export function useHere(): Given {
  const project = useProjectShown()
  const projects = useProjects()
  const id = /^\/briefs\/([1-9]\d*)$/.exec(useLocation({ select: ({ pathname }) => pathname }))?.[1]
  return {
    project: project ?? (projects?.length === 1 ? projects[0]?.slug : undefined),
    ...(id !== undefined && { here: Number(id) }),
  }
}

export function useFound(text: string): { groups: readonly Group[]; isLooking: boolean } {
  const asked = useMemo(() => readAsked(text), [text])
  const here = useHere()
  const role = useRead('system.info', {}).data?.role
  const named = useNamedEntry(asked)
  const objects = useObjects(asked)
  const given: Given = { ...here, ...Object.fromEntries(asked.refs.map(({ what, id }) => [what, id])) }
  const groups: Group[] = text.trim() === '' ? atRest(given, role) : []
  if (text.trim() !== '') {
    const all = meant(asked)
    const operations = all.map(({ operation }) => entryFor(operation, role, given))
    const run = { name: 'Operations', entries: allowedFirst(operations) }
    const go = { name: 'Go to', entries: [...(named ? [named] : []), ...objects.entries] }
    // A short name or the name itself means the operation; what only stands in its summary comes after the objects.
    const isByName = asked.words.length > 0 && (all[0]?.weight ?? 0) >= 4 * asked.words.length
    groups.push(...(isByName ? [run, go] : [go, run]))
  }
  return { groups: groups.filter(({ entries }) => entries.length > 0), isLooking: objects.isLooking }
}

const allowedFirst = (entries: readonly Entry[]): Entry[] => [
  ...entries.filter(each => each.refused === undefined),
  ...entries.filter(each => each.refused !== undefined),
]

function atRest(given: Given, role: Parameters<typeof whyNot>[1]): Group[] {
  const recent = recentOnes().flatMap((kept): Entry[] => {
    if ('href' in kept) return [{ id: `recent ${kept.href}`, name: kept.name, icon: kept.icon, href: kept.href }]
    const { operation } = kept
    return isOperation(operation) ? [{ ...entryFor(operation, role, given), id: `recent ${operation}` }] : []
  })
  const ofBrief = publicNames.filter(
    operation =>
      given.here !== undefined &&
      takes(operation, 'brief') &&
      whyNot(operation, role) === undefined &&
      entryOf(operation).effect === 'write',
  )
  return [
    { name: 'Recent', entries: recent },
    {
      name: `For #${given.here}`,
      entries: ofBrief.map(operation => ({ ...entryFor(operation, role, given), id: `here ${operation}` })),
    },
    { name: 'Places', entries: placeEntries() },
    { name: 'All operations', entries: allowedFirst(publicNames.map(operation => entryFor(operation, role, given))) },
  ]
}
