/** Looks at the machine and the store, and names the cure for each complaint. */
import type { Complaint } from '#contract/shapes.ts'
import { briefRef, dispatchRef, ref } from '#domain/ref.ts'
import { worktreeRef } from '#domain/worktree/worktree.ts'
import { headFault, leasesWithoutHolder, missingFromSearch } from '#store/queries/checkup.ts'
import { projectSlugs } from '#store/queries/projects.ts'
import { allServices } from '#store/queries/services.ts'
import { type MachineFacts, machineOf } from '../facts.ts'
import { landingComplaints } from '../landing/complaints.ts'
import { slugOf } from '../recall/views.ts'
import type { Read, ReadWork } from '../work.ts'

/** Milliseconds after which a reconciler that said nothing is missed. It speaks every few seconds. */
const silenceMs = 2 * 60_000

export const doctor: Read<'system.doctor'> = async (_, work) => {
  const machine = machineOf(work)
  const complaints = [
    ...machine.complaints,
    ...reconcilerComplaints(machine, work.now),
    ...(await chainComplaints(work)),
    ...(await leaseComplaints(work)),
    ...(await searchComplaints(work)),
    ...(await serviceComplaints(work)),
    ...(await landingComplaints(work)),
  ]
  const looked = [
    ...new Set([...machine.looked, 'reconciler', 'chain head', 'leases', 'search index', 'services', 'merge queues']),
  ]
  return { ok: complaints.every(each => each.severity !== 'fault'), complaints, looked }
}

function reconcilerComplaints({ reconciledAt }: MachineFacts, now: string): Complaint[] {
  if (reconciledAt !== null && Date.parse(now) - Date.parse(reconciledAt) <= silenceMs) return []
  return [
    {
      what: reconciledAt === null ? 'The reconciler has not run yet.' : `The reconciler last ran at ${reconciledAt}.`,
      severity: 'warning',
      cure: 'It runs in the server: start it with `flower up`, or restart it.',
    },
  ]
}

async function chainComplaints(work: ReadWork): Promise<Complaint[]> {
  const fault = await headFault(work.tx)
  if (!fault) return []
  return [
    {
      what: `The chain of events is broken at its end: ${fault}.`,
      severity: 'fault',
      cure: '`flower verify` names the first event that is wrong; then put a backup in place of the store.',
    },
  ]
}

async function leaseComplaints(work: ReadWork): Promise<Complaint[]> {
  return (await leasesWithoutHolder(work.tx)).map(id => ({
    what: `${dispatchRef(id)} is held, but by nobody.`,
    severity: 'fault',
    cure: `dispatch.cancel {dispatchId: ${id}}, then hand its Brief over again.`,
  }))
}

async function searchComplaints(work: ReadWork): Promise<Complaint[]> {
  const { briefs, scratchpads } = await missingFromSearch(work.tx)
  const missing = [...briefs.map(briefRef), ...scratchpads.map(id => ref('scratchpad', id))]
  if (missing.length === 0) return []
  const named =
    missing.length > 10 ? `${missing.slice(0, 10).join(', ')} and ${missing.length - 10} more` : missing.join(', ')
  return [
    {
      what: `Search does not find ${named}.`,
      severity: 'warning',
      cure: 'A new home filled by data.export and data.import finds everything again.',
    },
  ]
}

async function serviceComplaints({ tx }: ReadWork): Promise<Complaint[]> {
  const parked = (await allServices(tx)).filter(each => each.status === 'parked')
  const slugs = await projectSlugs(tx)
  return parked.map(({ name, worktreeId, projectId, reason }) => {
    const project = slugOf(slugs, projectId)
    const where = worktreeId === null ? `project: "${project}"` : `worktreeId: ${worktreeId}`
    return {
      what: `${name} of ${worktreeId === null ? `MAIN of ${project}` : worktreeRef(worktreeId)} is parked: ${reason ?? 'it was given up'}.`,
      severity: 'warning',
      cure: `service.logs {service: "${name}", ${where}} tells why; then service.start {service: "${name}", ${where}}.`,
    }
  })
}
