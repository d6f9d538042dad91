/** Whose services and sites: those of a worktree, or those of MAIN. */
import type { Configuration } from '../configuration/configuration.ts'
import { ref } from '../ref.ts'

/** `worktreeId` is null for MAIN. */
export type ServingPlace = { projectId: number; worktreeId: number | null }

/** Of one place in this installation. */
export const placeKey = ({ projectId, worktreeId }: ServingPlace): string =>
  worktreeId === null ? `p${projectId}` : ref('worktree', worktreeId)

/** Of one service in this installation, and its folder below that of all services. Capitals are marked for disks that know no case. */
export const serviceKey = (place: ServingPlace, service: string): string =>
  `${placeKey(place)}/${service.replace(/[A-Z]/g, letter => `+${letter.toLowerCase()}`)}`

/** A service as a place has it by the configuration. */
export type DeclaredService = {
  name: string
  /** The site that it answers at: empty for the plain address of its place, else the site's name; null for none. */
  site: string | null
  wantedPort: number | null
}

/** The services that run there, in their order. MAIN runs all of them. */
export function servicesOf(
  configuration: Pick<Configuration, 'services' | 'sites'>,
  place: 'main' | 'worktree',
): DeclaredService[] {
  const own = Object.entries(configuration.services).filter(([, each]) => place === 'main' || !each.onlyMain)
  const sites = sitesOf(configuration, place)
  return own.map(([name, { port }]) => ({
    name,
    site: sites.find(each => each.service === name)?.site ?? null,
    wantedPort: port ?? null,
  }))
}

/**
 * The sites there, each with its service; the first has the plain address, and its `site` is empty. Where no sites are
 * declared, the only service with a port is the site.
 */
export function sitesOf(
  { services, sites }: Pick<Configuration, 'services' | 'sites'>,
  place: 'main' | 'worktree',
): { site: string; service: string }[] {
  const runsThere = (service: string): boolean => place === 'main' || services[service]?.onlyMain === false
  const declared = Object.entries(sites)
  if (declared.length > 0)
    return declared
      .filter(([, service]) => runsThere(service))
      .map(([site, service], at) => ({ site: at === 0 ? '' : site, service }))
  const withPort = Object.keys(services).filter(name => services[name]?.port !== undefined && runsThere(name))
  return withPort.length === 1 ? withPort.map(service => ({ site: '', service })) : []
}
