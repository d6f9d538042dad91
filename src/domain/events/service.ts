/** What happens to services. Their comings and goings are quiet; one that is given up is not. */
import { z } from 'zod'
import { ref } from '../ref.ts'
import { serviceStatuses } from '../serving/service.ts'
import { event } from './definition.ts'

/** Without a worktree it is one of MAIN. */
const service = { service: z.string(), worktreeId: z.int().optional(), worktree: z.string().optional() }

type Named = { service: string; worktreeId?: number | undefined; worktree?: string | undefined }
const named = (p: Named): string =>
  `${p.service} of ${p.worktreeId === undefined ? 'MAIN' : `${ref('worktree', p.worktreeId)} ${p.worktree ?? ''}`.trim()}`

type Ports = { port?: number | undefined; wantedPort?: number | undefined }
const onPort = ({ port, wantedPort }: Ports): string =>
  port === undefined
    ? ''
    : ` on ${port}${wantedPort === undefined || wantedPort === port ? '' : ` (wanted ${wantedPort})`}`

export const serviceEvents = {
  service_requested: event({
    noun: 'service',
    payload: z.object({ ...service, wish: z.enum(['running', 'stopped']) }),
    tone: 'house',
    quiet: true,
    words: p => `${named(p)}: ${p.wish === 'running' ? 'start' : 'stop'}`,
  }),
  service_changed: event({
    noun: 'service',
    payload: z.object({
      ...service,
      status: z.enum(serviceStatuses),
      reason: z.string().optional(),
      port: z.int().optional(),
      wantedPort: z.int().optional(),
    }),
    tone: 'house',
    quiet: true,
    words: p =>
      `${named(p)} is ${p.status}${p.status === 'healthy' ? onPort(p) : ''}${p.reason === undefined ? '' : `: ${p.reason}`}`,
  }),
  service_parked: event({
    noun: 'service',
    payload: z.object({ ...service, reason: z.string().optional(), lastLines: z.array(z.string()) }),
    tone: 'bad',
    words: p => `${named(p)}${p.reason === undefined ? '' : `: ${p.reason}`}`,
    body: p => (p.lastLines.length === 0 ? undefined : `\`\`\`\n${p.lastLines.join('\n')}\n\`\`\``),
  }),
}
