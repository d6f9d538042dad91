/** Whether the queue of a project runs. */
import type { QueueState } from '#domain/landing/submission.ts'
import type { Main } from '#domain/main/main.ts'
import { findPause } from '#store/queries/settings.ts'
import type { ReadWork } from '../work.ts'

export async function queueStateOf({ tx }: ReadWork, { pausedBy, pauseReason }: Main): Promise<QueueState> {
  const house = await findPause(tx)
  if (house) return { is: 'paused', by: house.by, why: house.note ?? 'all of flower is paused' }
  return pausedBy === null
    ? { is: 'running' }
    : { is: 'paused', by: pausedBy, why: pauseReason || 'no reason was given' }
}
