/** One call of the house; a doctor's also says what it finds on this machine when the house is away. */
import type { OperationName, Output } from '#contract/catalogue.ts'
import { Refusal } from '#domain/refusal.ts'
import { isStartFault } from './complaint.ts'
import type { CliDoor } from './door.ts'

export async function call(
  name: OperationName,
  input: Record<string, unknown>,
  commandId: string | undefined,
  door: CliDoor,
): Promise<unknown> {
  if (name === 'system.doctor') return examine(door)
  const client = await door.client()
  return client.call(name, input, commandId === undefined ? {} : { commandId })
}

async function examine(door: CliDoor): Promise<Output<'system.doctor'>> {
  const here = await door.localComplaints()
  const house = await askHouse(door)
  // Both look at the same disk; what they agree on is said once.
  const known = new Set(here.map(each => each.what))
  const complaints = [...here, ...house.complaints.filter(each => !known.has(each.what))]
  return {
    ok: complaints.every(each => each.severity === 'warning'),
    complaints,
    looked: ['this machine', ...house.looked],
  }
}

async function askHouse(door: CliDoor): Promise<Output<'system.doctor'>> {
  try {
    const client = await door.client()
    return await client.call('system.doctor', {})
  } catch (reason) {
    const what = reason instanceof Error ? reason.message : String(reason)
    const cure = cureOf(reason)
    return { ok: false, complaints: [{ what, severity: 'fault', cure }], looked: [] }
  }
}

function cureOf(reason: unknown): string {
  if (reason instanceof Refusal) return reason.next
  return isStartFault(reason) ? reason.cure : 'Start it with `flower up` and look at what it says.'
}
