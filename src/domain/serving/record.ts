/** A service as the house knows it: what somebody wants of it, and what the runner last told. */
import { z } from 'zod'
import { serviceStatuses } from './service.ts'

export const Wish = z.enum(['running', 'stopped'])
export type Wish = z.infer<typeof Wish>

/** A name as `flower.yaml` has it. */
export const serviceName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/, 'is no name of a service: letters, digits, `-` and `_`, 40 at most')

/** How it stands. Times are ISO 8601 in UTC. */
export const ServiceStanding = z.object({
  status: z.enum(serviceStatuses),
  /** Why it is so, in words; null when there is nothing to say. */
  reason: z.string().nullable(),
  /** The port that it got, or that is kept for it; null for a service without one. */
  port: z.int().nullable(),
  /** Since when it has this status. */
  since: z.string(),
  /** When it is started again by itself. */
  retryAt: z.string().nullable(),
  /** Of the last minute. */
  failures: z.int(),
  /** The last of its log when it is parked. */
  lastLines: z.array(z.string()),
})
export type ServiceStanding = z.infer<typeof ServiceStanding>

export const Service = ServiceStanding.extend({
  id: z.int(),
  projectId: z.int(),
  /** Null for one of MAIN. */
  worktreeId: z.int().nullable(),
  name: z.string(),
  /** The site that it answers at: empty for the plain address of its place, else the site's name; null for none. */
  site: z.string().nullable(),
  wanted: Wish,
  wantedPort: z.int().nullable(),
  /** How often somebody asked something of it, and how many of these the runner has carried out. */
  asked: z.int(),
  done: z.int(),
})
export type Service = z.infer<typeof Service>

/** Nothing of what was asked is still to come: it runs or has failed for good, or it is stopped or can't be. */
export function isSettled({ wanted, status, reason, asked, done }: Service): boolean {
  if (done < asked) return false
  if (wanted === 'running') return status !== 'starting' && status !== 'restarting'
  return status === 'stopped' || status === 'parked' || (status === 'stopping' && reason !== null)
}
