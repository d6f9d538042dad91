/** Services: long-running programs of a worktree or of MAIN, as flower.yaml declares them. */
import { z } from 'zod'
import { ServiceFinding } from '#domain/serving/moves.ts'
import { Service, serviceName, Wish } from '#domain/serving/record.ts'
import { serviceStatuses } from '#domain/serving/service.ts'
import { line } from '#domain/text.ts'
import { Worktree } from '#domain/worktree/worktree.ts'
import { next, project, whole, worktreeId } from './fields.ts'
import { everyone, house, operation, workers } from './operation.ts'
import { ServiceView } from './shapes.ts'

const wait = z.int().min(0).max(50).optional().describe('Seconds to wait until it is done')
const service = serviceName.describe('As flower.yaml names it')
const place = {
  worktreeId: worktreeId.optional().describe("Worktree w; default: MAIN's, and on the command line the folder's"),
  project,
}

/** What a write about services answers: where each stands now, or after the wait. */
export const ServiceAnswer = z.object({
  worktreeId: z.int().nullable(),
  project: z.string(),
  items: z.array(
    z.object({
      service: z.string(),
      wanted: Wish,
      status: z.enum(serviceStatuses),
      reason: z.string().optional(),
      port: z.int().optional(),
      site: z.string().optional(),
    }),
  ),
  next,
})
export type ServiceAnswer = z.infer<typeof ServiceAnswer>

const somewhere = ['project.missing', 'project.unclear', 'worktree.missing', 'service.missing'] as const

export const serviceOperations = {
  'service.list': operation({
    effect: 'read',
    summary: 'Services with their ports and sites, as they stand now; all projects, or one project or worktree.',
    input: z.strictObject({ project, worktreeId: worktreeId.optional() }),
    output: z.object({ items: z.array(ServiceView) }),
    refuses: ['project.missing', 'project.unclear', 'worktree.missing'],
    roles: everyone,
    cli: {},
  }),
  'service.start': operation({
    effect: 'write',
    summary: 'Start a service of a worktree or of MAIN, or all that is declared; what runs is left as it is.',
    input: z.strictObject({ service: service.optional(), ...place, wait }),
    output: ServiceAnswer,
    refuses: [
      ...somewhere,
      'worktree.ended',
      'worktree.unready',
      'service.none',
      'configuration.untrusted',
      'configuration.unreadable',
    ],
    roles: workers,
    cli: { positional: ['service'] },
    here: true,
    gathers: 'configuration',
    awaits: 'service',
  }),
  'service.stop': operation({
    effect: 'write',
    summary: 'Stop a service, or all of a place, to the last of its processes.',
    input: z.strictObject({ service: service.optional(), ...place, wait }),
    output: ServiceAnswer,
    refuses: somewhere,
    roles: workers,
    cli: { positional: ['service'] },
    here: true,
    awaits: 'service',
  }),
  'service.logs': operation({
    effect: 'read',
    summary: 'The last lines that a service wrote, or those after a place in its log, waiting for them.',
    input: z.strictObject({
      service,
      ...place,
      lines: z.int().min(1).max(2_000).optional().describe('The last so many; default 200'),
      after: whole.min(0).optional().describe('`after` of the answer before'),
      wait: z.int().min(0).max(25).optional().describe('Seconds to wait for the first line'),
    }),
    output: z.object({
      lines: z.array(z.string()),
      /** The place after the last of these lines, for the next call. */
      after: z.int(),
      /** Bytes in between that the log no longer holds. */
      cut: z.int().optional(),
    }),
    refuses: somewhere,
    roles: everyone,
    cli: { positional: ['service'] },
    here: true,
    gathers: 'log',
  }),
  'service.errands': operation({
    effect: 'read',
    summary: 'Every place of a node that may have services, with those that it has; the house turns it by itself.',
    input: z.strictObject({ node: line(100) }),
    output: z.object({
      places: z.array(
        z.object({
          project: z.object({
            id: z.int(),
            slug: z.string(),
            path: z.string(),
            gitDir: z.string(),
            primaryBranch: z.string(),
            trusted: z.string().nullable(),
          }),
          /** Null for MAIN. */
          worktree: Worktree.nullable(),
          /** Its project or worktree was removed: what is left of its services is ended. */
          ended: z.boolean(),
          services: z.array(Service),
        }),
      ),
    }),
    refuses: [],
    roles: house,
  }),
  'service.settle': operation({
    effect: 'write',
    summary: 'What the runner found out about services; the house tells it by itself.',
    input: z.strictObject({ finding: ServiceFinding }),
    output: z.object({ items: z.array(Service) }),
    refuses: [],
    roles: house,
  }),
}
