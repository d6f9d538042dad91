/** Messages were told to the caller, so they are not told again. */
import { markDelivered } from '#store/queries/agents.ts'
import type { Write } from '../work.ts'

export const delivered: Write<'agent.delivered'> = async ({ through }, work) => {
  await markDelivered(work.tx, work.name, through, work.now)
  return { through, next: 'Go on.' }
}
