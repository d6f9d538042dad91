/** A garden with work in every state, for tests of the place of Briefs. */
import type { Stage } from '../stage.ts'

/** An epic with a landed, a handed over and a blocked child, one that waits for an operator, and one that is set aside. */
export async function plantGarden({ ada, capture }: Pick<Stage, 'ada' | 'capture'>) {
  const epic = await capture('Make the garden bloom')
  const dig = await capture('Dig the beds', { parentId: epic })
  const roses = await capture('Plant the roses', { parentId: epic, spec: 'By the wall.' })
  const water = await capture('Water the roses', { parentId: epic, dependsOn: [roses] })
  const gate = await capture('Paint the gate')
  const pond = await capture('Think about a pond')
  await ada().call('brief.setStatus', { briefId: dig, status: 'complete' })
  await ada().call('brief.setStatus', { briefId: pond, status: 'deferred' })
  await ada().call('brief.setStatus', { briefId: roses, status: 'planned' })
  await ada().call('brief.dispatch', { briefId: roses })
  await ada().call('brief.configure', { briefId: gate, needsApproval: true, labels: ['paint'] })
  return { epic, dig, roses, water, gate, pond }
}
