/** What of flower itself is not working, as the machine found it, and what keeps queues from going on. */
import { landingComplaints } from '../landing/complaints.ts'
import type { Read } from '../work.ts'

export const health: Read<'recall.health'> = async (_input, work) => {
  const machine = work.facts.machine
  if (!machine) throw new Error('recall.health gathers facts of the machine')
  const complaints = [...machine.complaints, ...(await landingComplaints(work))]
  return {
    ok: machine.readOnly === null && complaints.every(each => each.severity !== 'fault'),
    complaints,
    reconciledAt: machine.reconciledAt,
    readOnly: machine.readOnly,
  }
}
