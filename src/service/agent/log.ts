/** What an agent said and did. It was read from the disk before. */

import { Refusal } from '#domain/refusal.ts'
import type { Read } from '../work.ts'
import { findAgent } from './find.ts'

export const log: Read<'agent.log'> = async (input, work) => {
  const { run, actor } = await findAgent(work, input)
  if (!run)
    throw new Refusal('agent.not_running', {
      agent: actor,
      because: 'flower did not start it, so it heard nothing of it',
    })
  const { items, after } = work.facts.said ?? { items: [], after: 0 }
  return { runId: run.id, items, after, ended: run.endedAt !== null }
}
