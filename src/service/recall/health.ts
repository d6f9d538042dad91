/** What of flower itself is not working, as the machine found it, and queues in which nothing moves. */
import type { Complaint } from '#contract/shapes.ts'
import { lostLandings } from '../landing/lost-landings.ts'
import { queueWaits } from '../landing/queue-waits.ts'
import type { Read, ReadWork } from '../work.ts'

export const health: Read<'recall.health'> = async (_input, work) => {
  const machine = work.facts.machine
  if (!machine) throw new Error('recall.health gathers facts of the machine')
  const faults = machine.complaints.some(each => each.severity === 'fault')
  return {
    ok: !faults && machine.readOnly === null,
    complaints: [...machine.complaints, ...(await lateQueues(work)), ...(await lostLandings(work))],
    reconciledAt: machine.reconciledAt,
    readOnly: machine.readOnly,
  }
}

async function lateQueues(work: ReadWork): Promise<Complaint[]> {
  const late = (await queueWaits(work)).filter(each => each.late)
  return late.map(({ project, oldestWaitsSince, movedAt }) => ({
    what: `Nothing has moved in the merge queue of ${project} since ${movedAt}; the oldest waits since ${oldestWaitsSince}.`,
    severity: 'warning',
    cure: `merge.queue {project: "${project}"} says of each why it waits.`,
  }))
}
