/** One call of the house; a doctor's also says what it finds on this machine when the house is away. */
import type { OperationName, Output } from '#contract/catalogue.ts'
import { Refusal } from '#domain/refusal.ts'
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
  const complaints = [...here, ...house.complaints]
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
    const cure = reason instanceof Refusal ? reason.next : 'Start it with `flower up` and look at what it says.'
    return { ok: false, complaints: [{ what, severity: 'fault', cure }], looked: [] }
  }
}
