/** What a write about services answers: how each stands, and what to do next. */
import type { ServiceAnswer } from '#contract/service.ts'
import type { Service, Wish } from '#domain/serving/record.ts'
import { isSettled } from '#domain/serving/record.ts'
import { argumentOf, type Place } from './place.ts'
import { serviceMention } from './view.ts'

export function answerOf(
  place: Place,
  services: readonly Service[],
  wish: Wish,
  sitePort: number | null,
): ServiceAnswer {
  const whose = { project: place.project.slug, worktree: place.worktree?.name ?? null }
  return {
    worktreeId: place.worktree?.id ?? null,
    project: whose.project,
    items: services.map(each => {
      const { service, wanted, status, reason, port, site } = serviceMention(each, whose, sitePort)
      return {
        service,
        wanted,
        status,
        reason: reason ?? undefined,
        port: port ?? undefined,
        site: site ?? undefined,
      }
    }),
    next: nextOf(place, services, wish),
  }
}

function nextOf(place: Place, services: readonly Service[], wish: Wish): string {
  const where = argumentOf(place)
  const failed = services.find(each => each.status === 'parked' || each.status === 'unhealthy')
  if (failed && wish === 'running')
    return `service.logs {service: "${failed.name}", ${where}} tells why; then service.start {service: "${failed.name}", ${where}}.`
  if (!services.every(isSettled))
    return `service.list {${where}} tells how it goes; with \`wait\` (seconds) the call itself does.`
  if (wish === 'stopped') return `service.start {${where}} starts them again.`
  return `service.logs {service: "${services[0]?.name}", ${where}} shows what it says; service.stop {${where}} stops all.`
}
