/** Which service answers at which host, of all places. */
import { serviceKey, sitesOf } from '#domain/serving/place.ts'
import { siteHost } from '#domain/serving/site-name.ts'
import { declaredAt, type PlaceInHand, whoseOf } from './place.ts'

/** `name` is what a person calls the site, such as `feat/a · garden`. */
export type Entry = { key: string; name: string }

/** By host, without a port. Two names are never one host. */
export function directoryOf(places: readonly PlaceInHand[]): Map<string, Entry> {
  return new Map(places.filter(place => !place.ended).flatMap(entriesOf))
}

function entriesOf(place: PlaceInHand): [string, Entry][] {
  const { configured, project, worktree } = place
  if (configured.outcome !== 'read' || declaredAt(place, configured.configuration).length === 0) return []
  return sitesOf(configured.configuration, worktree === null ? 'main' : 'worktree').map(({ site, service }) => [
    siteHost(project.slug, worktree?.name, site || undefined),
    {
      key: serviceKey(whoseOf(place), service),
      name: [site, worktree?.name, project.slug].filter(Boolean).join(' · '),
    },
  ])
}
