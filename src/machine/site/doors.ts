// Who may ask a site for something: only its own pages, whoever types its address or follows a link, and programs.

import type { IncomingHttpHeaders } from 'node:http'
import { readSiteHost } from '#domain/serving/site-name.ts'

export type SiteLabels = { project: string; worktree?: string }

export type Admission =
  | { outcome: 'in'; labels: SiteLabels }
  /** The Host is none of ours: another address of this machine, or a name that was rebound to it. */
  | { outcome: 'foreign_host' }
  /** A page of another site asks, which may neither read from nor write to this one. */
  | { outcome: 'foreign_page' }

/**
 * Hosts are exactly those of sites. A request of a page carries its origin, which must be this very site: a neighbour
 * under the same project is foreign too, though browsers call it the same site. Without an origin (pictures, scripts,
 * frames) what the browser says of its relation counts; a foreign page may only lead here as a link does.
 */
export function admit(method: string, headers: IncomingHttpHeaders, port: number): Admission {
  const host = headers.host ?? ''
  const labels = readSiteHost(host, port)
  if (labels === undefined) return { outcome: 'foreign_host' }
  const relation = headers['sec-fetch-site']
  const isOwn = relation === 'same-origin'
  const origin = headers.origin
  // A page may hide its origin as `null`; then only the browser's own word makes it ours.
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}` && !(origin === 'null' && isOwn))
    return { outcome: 'foreign_page' }
  const isForeign = relation === 'cross-site' || relation === 'same-site'
  if (isForeign && !isFollowedLink(method, headers)) return { outcome: 'foreign_page' }
  return { outcome: 'in', labels }
}

function isFollowedLink(method: string, headers: IncomingHttpHeaders): boolean {
  const isReading = method === 'GET' || method === 'HEAD'
  return isReading && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}

/** The Cookie header without the cookies of these names; undefined when none is left. */
export function withoutCookies(header: string | undefined, names: ReadonlySet<string>): string | undefined {
  const kept = (header ?? '').split(';').filter(pair => pair.trim() !== '' && !names.has(nameOf(pair)))
  return kept.length === 0 ? undefined : kept.map(pair => pair.trim()).join('; ')
}

/** What a site sets, for its own host alone: no `Domain`, by which it would reach its neighbours, and none of ours. */
export function ownCookies(set: readonly string[], names: ReadonlySet<string>): string[] {
  return set
    .filter(cookie => !names.has(nameOf(cookie)))
    .map(cookie =>
      cookie
        .split(';')
        .filter((part, at) => at === 0 || nameOf(part).toLowerCase() !== 'domain')
        .join(';'),
    )
}

const nameOf = (pair: string): string => (pair.split('=')[0] ?? '').trim()
