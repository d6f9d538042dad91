/** Keeps what the runner found out about services. A finding about one that is gone changes nothing. */
import type { Change } from '#domain/change.ts'
import { declareService, type ServiceFinding, settleService } from '#domain/serving/moves.ts'
import type { Service } from '#domain/serving/record.ts'
import { getProject } from '#store/queries/projects.ts'
import { dropService, findService, servicesAt } from '#store/queries/services.ts'
import { getWorktree } from '#store/queries/worktrees.ts'
import { commit, type Write, type WriteWork } from '../work.ts'
import { namedPlace } from './place.ts'

type Of<What extends ServiceFinding['what']> = Extract<ServiceFinding, { what: What }>

export const settle: Write<'service.settle'> = async ({ finding }, work) => {
  if (finding.what === 'declared') return { items: await declare(finding, work) }
  const known = await findService(work.tx, finding.serviceId)
  if (!known) return { items: [] }
  if (finding.what === 'forgotten') {
    await dropService(work.tx, known.id)
    return { items: [] }
  }
  return { items: await keepStanding(known, finding, work) }
}

async function declare({ services, projectId, worktreeId }: Of<'declared'>, work: WriteWork): Promise<Service[]> {
  const place = { projectId, worktreeId }
  const known = await servicesAt(work.tx, place)
  const records = services.map(each => {
    const record = known.find(one => one.name === each.name)
    return record ? { ...record, ...each } : declareService(work.tx.ledger.nextId('service'), place, each, work.now)
  })
  await commit(work, { services: records, events: [] })
  return servicesAt(work.tx, place)
}

async function keepStanding(known: Service, finding: Of<'stands'>, work: WriteWork): Promise<Service[]> {
  const worktree = known.worktreeId === null ? null : await getWorktree(work.tx, known.worktreeId)
  const place = { project: await getProject(work.tx, known.projectId), worktree }
  const change: Change = settleService(known, finding, namedPlace(place))
  const { port } = finding.standing
  // Everything that is started there has to be told the same number.
  const hasMoved = worktree !== null && port !== null && worktree.ports[known.name] !== port
  const moved = hasMoved ? [{ ...worktree, ports: { ...worktree.ports, [known.name]: port } }] : []
  await commit(work, { ...change, worktrees: moved })
  return change.services ?? []
}
