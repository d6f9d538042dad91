/** Services as callers see them. */
import type { ServiceMention, ServiceView } from '#contract/shapes.ts'
import type { Service } from '#domain/serving/record.ts'
import { siteUrl } from '#domain/serving/site-name.ts'

export type Whose = { project: string; worktree: string | null }

/** Its port is the one that is kept for it while it never ran. */
export function serviceView(service: Service, whose: Whose, sitePort: number | null): ServiceView {
  const { id: _i, projectId: _p, name, site, asked: _a, done: _d, ...shown } = service
  return {
    ...shown,
    ...whose,
    service: name,
    site: sitePort === null || site === null ? null : siteUrl(sitePort, whose.project, whose.worktree, site),
  }
}

export function serviceMention(service: Service, whose: Whose, sitePort: number | null): ServiceMention {
  const { service: name, wanted, status, reason, port, site } = serviceView(service, whose, sitePort)
  return { service: name, wanted, status, reason, port, site }
}
