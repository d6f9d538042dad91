/** What is asked of a run now, from where it and its dispatch stand. */
import { type Order, orderFor } from '#domain/agent/order.ts'
import type { Run } from '#domain/agent/run.ts'
import { messagesFor } from '#store/queries/agents.ts'
import { getDispatch } from '#store/queries/dispatches.ts'
import type { ReadWork } from '../work.ts'
import { wasAllowed } from './permission.ts'

export async function orderOf(work: ReadWork, run: Run): Promise<Order | undefined> {
  if (run.status !== 'running') return undefined
  const messages = run.state === 'input' ? await messagesFor(work.tx, run.actor) : []
  const dispatch = await getDispatch(work.tx, run.dispatchId)
  return orderFor(run, { dispatch, messages, allowed: await wasAllowed(work, run), now: work.now })
}
