/** What is asked of a service and what the runner tells of it: each as the next record and the events that explain it. */
import { z } from 'zod'
import type { Change } from '../change.ts'
import { newEvent } from '../events/catalogue.ts'
import type { DeclaredService, ServingPlace } from './place.ts'
import { type Service, ServiceStanding, serviceName, type Wish } from './record.ts'

/** The place's names for a reader, and the Brief that hears of what goes wrong there. */
export type NamedPlace = ServingPlace & { worktree: string | null; briefId: number | null }

export type ServiceChange = Change & { services: Service[] }

/** As it is before anybody asked anything of it. */
export function declareService(id: number, place: ServingPlace, declared: DeclaredService, now: string): Service {
  return {
    id,
    projectId: place.projectId,
    worktreeId: place.worktreeId,
    ...declared,
    wanted: 'stopped',
    status: 'stopped',
    reason: null,
    port: null,
    since: now,
    retryAt: null,
    failures: 0,
    lastLines: [],
    asked: 0,
    done: 0,
  }
}

const about = ({ name }: Service, { worktreeId, worktree }: NamedPlace) => ({
  service: name,
  worktreeId: worktreeId ?? undefined,
  worktree: worktree ?? undefined,
})

/** Asks for it to run or to stop. Nothing when that is under way or so already. */
export function askService(service: Service, wish: Wish, place: NamedPlace): ServiceChange {
  const isSo =
    wish === 'stopped' ? service.status === 'stopped' : ['starting', 'healthy', 'unhealthy'].includes(service.status)
  if (service.wanted === wish && (isSo || service.done < service.asked)) return { services: [service], events: [] }
  const told = newEvent('service_requested', null, { ...about(service, place), wish }, service.projectId)
  return { services: [{ ...service, wanted: wish, asked: service.asked + 1 }], events: [told] }
}

/** What the runner found out about services. */
export const ServiceFinding = z.discriminatedUnion('what', [
  /** What the configuration has for a place; services that it has no more stay until they are forgotten. */
  z.strictObject({
    what: z.literal('declared'),
    projectId: z.int(),
    worktreeId: z.int().nullable(),
    services: z.array(
      z.strictObject({ name: serviceName, site: z.string().nullable(), wantedPort: z.int().nullable() }),
    ),
  }),
  /** How one stands. `done` is up to which of what was asked is carried out. */
  z.strictObject({
    what: z.literal('stands'),
    serviceId: z.int(),
    standing: ServiceStanding,
    done: z.int().optional(),
  }),
  /** Nothing of it lives and nothing will: its place has ended, or the configuration has it no more. */
  z.strictObject({ what: z.literal('forgotten'), serviceId: z.int() }),
])
export type ServiceFinding = z.infer<typeof ServiceFinding>

/** How it stands now. Only another status is news; that it is parked is told to the Brief of its worktree too. */
export function settleService(
  service: Service,
  { standing, done = service.done }: { standing: ServiceStanding; done?: number | undefined },
  place: NamedPlace,
): ServiceChange {
  const services = [{ ...service, ...standing, done: Math.max(service.done, Math.min(done, service.asked)) }]
  if (standing.status === service.status) return { services, events: [] }
  const { status, port, lastLines } = standing
  const reason = standing.reason ?? undefined
  if (status === 'parked') {
    const payload = { ...about(service, place), reason, lastLines }
    return { services, events: [newEvent('service_parked', place.briefId, payload, service.projectId)] }
  }
  const ports = { port: port ?? undefined, wantedPort: service.wantedPort ?? undefined }
  const payload = { ...about(service, place), status, reason, ...ports }
  return { services, events: [newEvent('service_changed', null, payload, service.projectId)] }
}
