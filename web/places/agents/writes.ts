/** What a person does with an agent. */
import type { AgentView } from '#contract/agent.ts'
import { bareName } from '../../bloom/spoken.ts'
import { type Said, saidOf } from '../../house/failures.tsx'
import { sayNot } from '../../house/toasts.tsx'
import { isTaken, useWrite } from '../../house/write.ts'
import { named } from './words.ts'

export type AgentWrites = {
  /** Each answers whether the house took it. */
  message: (body: string) => Promise<boolean>
  stop: (note: string) => Promise<boolean>
  refresh: () => Promise<boolean>
  park: (parked: boolean) => Promise<boolean>
  busy: boolean
  /** Why the last message or stop was refused; of the others a toast says so. */
  refused: Said | undefined
}

/** A menu is shut when the answer comes, so that a no is said as a toast. */
const isTold = (written: Promise<unknown>): Promise<boolean> =>
  written.then(
    () => true,
    (reason: unknown) => {
      const { sentence, next } = saidOf(reason)
      sayNot(`${sentence} ${next}`.trim().replaceAll('`', ''))
      return false
    },
  )

export function useAgentWrites(agent: AgentView): AgentWrites {
  const { actor, project } = agent
  const name = bareName(actor)
  const message = useWrite('agent.message', {
    done: () => ({ words: `${name} reads it with the answer of its next tool.` }),
  })
  const stop = useWrite('agent.stop', {
    done: ({ dispatchId }) => ({ words: `${name} is being stopped; d${dispatchId} is cancelled, its work stays.` }),
  })
  const refresh = useWrite('agent.refresh', {
    done: () => ({ words: `A fresh agent relieves ${name} once it has read.` }),
  })
  const park = useWrite('agent.park', {
    done: ({ parked }) => ({
      words: parked ? `${name} rests on purpose.` : `${name} is awake again.`,
      undo: () => void isTaken(park.write({ agent: actor, project, parked: !parked })),
    }),
  })
  return {
    message: body => isTaken(message.write({ agent: actor, project, body })),
    stop: note => isTaken(stop.write({ agent: named(agent), project, note: note.trim() || undefined })),
    refresh: () => isTold(refresh.write({ agent: named(agent), project })),
    park: parked => isTold(park.write({ agent: actor, project, parked })),
    busy: message.busy || stop.busy || refresh.busy || park.busy,
    refused: message.refused ?? stop.refused,
  }
}
