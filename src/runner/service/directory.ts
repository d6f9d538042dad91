/** Which service answers at which host, of all places. */
import { serviceKey, sitesOf } from '#domain/serving/place.ts'
import { siteHost } from '#domain/serving/site-name.ts'
import { worktreeRef } from '#domain/worktree/worktree.ts'
import { declaredAt, type PlaceInHand, whoseOf } from './place.ts'

/** `name` is what a person calls the site, such as `feat/a · garden`; `start` the command that starts its service, from any folder. */
type Entry = { key: string; name: string; start: string }

export type Directory = {
  know: (places: readonly PlaceInHand[]) => void
  find: (labels: { project: string; worktree?: string }) => Promise<Entry | undefined>
}

/** Looks anew for a host that it does not know: a worktree may be there since a moment ago. */
export function makeDirectory(look: () => Promise<PlaceInHand[]>): Directory {
  let entries = new Map<string, Entry>()
  let looking: Promise<void> | undefined
  const know = (places: readonly PlaceInHand[]): void => {
    entries = directoryOf(places)
  }
  return {
    know,
    find: async ({ project, worktree }) => {
      const host = [worktree, project, 'localhost'].filter(Boolean).join('.')
      if (!entries.has(host)) {
        looking ??= look()
          .then(know)
          .finally(() => {
            looking = undefined
          })
        await looking
      }
      return entries.get(host)
    },
  }
}

/** By host, without a port. Two names are never one host. */
function directoryOf(places: readonly PlaceInHand[]): Map<string, Entry> {
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
      start: `flower service start ${service} ${worktree === null ? `--project ${project.slug}` : `--worktree-id ${worktreeRef(worktree.id)}`}`,
    },
  ])
}
