/** A client that writes all the time, and sends what nobody answered again under the same command id. */
import type { Input, OperationName, Output } from '#contract/catalogue.ts'
import { Refusal } from '#domain/refusal.ts'
import type { TestServer } from '../server.ts'
import type { Chance } from './chance.ts'
import { factOf, type Journal } from './journal.ts'

export type WriterOptions = {
  name: string
  project: string
  chance: Chance
  journal: Journal
  /** The server, once one takes calls again. */
  server: () => Promise<TestServer>
  isOver: () => boolean
}

/** Ends after a whole piece of work, so that everything it asked for was answered. */
export async function writeOn(options: WriterOptions): Promise<void> {
  const { name, project, chance, isOver } = options
  const send = makeSend(options)
  let count = 0
  const words = (): string => `${name} says ${++count}`
  while (!isOver()) {
    const text = words()
    const { briefId } = await send('brief.capture', { text, project }, answer => factOf.captured(answer.briefId, text))
    for (let notes = chance.below(3); notes > 0; notes--) {
      const body = words()
      await send('brief.append', { briefId, body }, () => factOf.said(briefId, body))
    }
    if (chance.below(3) === 0) continue
    const { dispatchId } = await send('brief.dispatch', { briefId }, answer =>
      factOf.dispatched(briefId, answer.dispatchId),
    )
    const { token } = await send('dispatch.claim', { dispatchId }, answer =>
      factOf.claimed(briefId, dispatchId, answer.token),
    )
    const note = words()
    await send('dispatch.heartbeat', { dispatchId, token, note }, () => factOf.said(briefId, note))
    const summary = words()
    await send('dispatch.complete', { dispatchId, token, summary }, () =>
      factOf.completed(briefId, dispatchId, summary),
    )
  }
}

function makeSend({ name, journal, server }: WriterOptions) {
  let commands = 0
  return async <Name extends OperationName>(
    operation: Name,
    input: Input<Name>,
    fact: (answer: Output<Name>) => string,
  ): Promise<Output<Name>> => {
    const entry = journal.begin(`${name}-${++commands}`, operation)
    for (;;) {
      const client = (await server()).client(`agent:${name}`, 'orchestrator')
      entry.sends += 1
      try {
        const answer = await client.call(operation, input, { commandId: entry.commandId })
        journal.acknowledge(entry, fact(answer))
        return answer
      } catch (reason) {
        if (reason instanceof Refusal && reason.code === 'server.unreachable') continue
        journal.complain(`${operation} ${JSON.stringify(input)}: ${String(reason)}`)
        throw reason
      }
    }
  }
}
