/** What the house asks of an agent that runs, derived each time from where it and its dispatch stand. */
import { z } from 'zod'
import { type Dispatch, later } from '../dispatch.ts'
import { dispatchRef } from '../ref.ts'
import { isHeld } from '../status.ts'
import type { Message } from './message.ts'
import type { Run } from './run.ts'

export const Order = z.discriminatedUnion('do', [
  /** `through`: the newest message that this tells. */
  z.object({ do: z.literal('send'), text: z.string(), through: z.int().optional(), reminds: z.boolean().optional() }),
  /** To what it asks leave for. */
  z.object({ do: z.literal('answer'), allow: z.boolean() }),
  /** It may end what it is at, and then its program ends. */
  z.object({ do: z.literal('finish') }),
  /** It breaks off what it is at, and then its program ends. */
  z.object({ do: z.literal('break_off') }),
  /** At once, to the last of its processes. */
  z.object({ do: z.literal('end') }),
])
export type Order = z.infer<typeof Order>

/** Milliseconds that a run has for its last words once its dispatch is over, and that a successor has to report. */
const lastWordsMs = 60_000
const standbyMs = 10 * 60_000

export type Around = {
  dispatch: Pick<Dispatch, 'id' | 'status' | 'token' | 'movedAt' | 'leg'>
  messages: readonly Pick<Message, 'id' | 'fromActor' | 'body'>[]
  /** What somebody answered to whether it may use a tool. */
  allowed?: boolean | undefined
  now: string
}

export function orderFor(run: Run, { dispatch, messages, allowed, now }: Around): Order | undefined {
  if (run.status !== 'running') return undefined
  const isOver = !isHeld(dispatch.status) || dispatch.token !== run.token
  // Whoever has its session in a terminal closes that first.
  if (run.state === 'attached')
    return isOver && dispatch.movedAt <= later(now, -lastWordsMs) ? { do: 'end' } : undefined
  if (run.stop?.reason === 'attached' && run.stop.at > later(now, -lastWordsMs)) return { do: 'break_off' }
  if (run.stop) return { do: 'end' }
  if (run.token === null) {
    // Whom it was to relieve has finished, or it does not come up.
    const useless = !isHeld(dispatch.status) || run.createdAt <= later(now, -standbyMs)
    return useless ? { do: 'end' } : undefined
  }
  if (isOver) {
    if (dispatch.status === 'cancelled' || dispatch.movedAt <= later(now, -lastWordsMs)) return { do: 'end' }
    return { do: 'finish' }
  }
  if (run.state === 'limit') return { do: 'end' }
  if (run.state === 'permission' && allowed !== undefined) return { do: 'answer', allow: allowed }
  if (run.state !== 'input') return undefined
  if (messages.length > 0) return { do: 'send', text: tellMessages(messages), through: messages.at(-1)?.id }
  // It was told to begin nothing new, and stands by until it is relieved.
  if (run.wantsSuccessor) return undefined
  return run.reminded === 0 ? { do: 'send', text: reminder(dispatch), reminds: true } : { do: 'finish' }
}

export const tellMessages = (messages: readonly Pick<Message, 'fromActor' | 'body'>[]): string =>
  messages.map(each => `Message from ${each.fromActor}: ${each.body}`).join('\n\n')

const reminder = ({ id, leg }: Pick<Dispatch, 'id' | 'leg'>): string =>
  `You stopped, and ${dispatchRef(id)} has no end yet. ${
    leg === 'review' ? 'Give your verdict with review_verdict' : 'When the work is done, say so with dispatch_complete'
  }; when something stands in the way, give it back with dispatch_release and the reason; else go on.`
