/** What of flower itself is not working, as the machine found it. */
import type { Read } from '../work.ts'

export const health: Read<'recall.health'> = async (_input, work) => {
  const machine = work.facts.machine
  if (!machine) throw new Error('recall.health gathers facts of the machine')
  const faults = machine.complaints.some(each => each.severity === 'fault')
  return {
    ok: !faults && machine.readOnly === null,
    complaints: machine.complaints,
    reconciledAt: machine.reconciledAt,
    readOnly: machine.readOnly,
  }
}
