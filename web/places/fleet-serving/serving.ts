/** What is said of services. Pure. */
import type { ServiceView } from '#contract/shapes.ts'
import type { Tone, WorkState } from '../../bloom/glyph.tsx'
import type { Configuration } from '../fleet-hands/trust.tsx'

/** Whose services: of a worktree, or those of a project's MAIN. */
export type Place = { worktreeId: number } | { project: string }

export const placeKey = (place: Place): string =>
  'worktreeId' in place ? `w${place.worktreeId}` : `main ${place.project}`

export const placeOf = (service: ServiceView): Place =>
  service.worktreeId === null ? { project: service.project } : { worktreeId: service.worktreeId }

type Status = ServiceView['status']

const glyphs: Record<Status, { state: WorkState; tone?: Tone }> = {
  stopped: { state: 'idle' },
  starting: { state: 'queued' },
  healthy: { state: 'running' },
  unhealthy: { state: 'waits', tone: 'amber' },
  restarting: { state: 'waits', tone: 'amber' },
  parked: { state: 'failed', tone: 'clay' },
  stopping: { state: 'queued' },
}

export const glyphOf = (status: Status): { state: WorkState; tone?: Tone } => glyphs[status]

/** On its way from one state to another: it is looked at more often. */
export const isMoving = ({ status }: Pick<ServiceView, 'status'>): boolean =>
  status === 'starting' || status === 'restarting' || status === 'stopping'

/** Something of it runs, or is about to. */
export const isUp = ({ status }: Pick<ServiceView, 'status'>): boolean => status !== 'stopped' && status !== 'parked'

/** The names of the services that a flower.yaml declares. */
export function declaredIn(configuration: Configuration | undefined): string[] {
  return (configuration?.commands ?? []).flatMap(({ path }) => /^services\.([^.]+)$/.exec(path)?.[1] ?? [])
}

/** `http://roses.garden.localhost:4748/` → `roses.garden.localhost`. */
export const hostOf = (url: string): string => new URL(url).hostname

/** The plain address among those of a place: the one with the fewest names in it. */
export function plainSite(services: readonly ServiceView[]): ServiceView | undefined {
  const sites = services.filter(each => each.site !== null)
  return sites.toSorted((a, b) => (a.site ?? '').length - (b.site ?? '').length)[0]
}
