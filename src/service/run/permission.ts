/** An agent that asks to use a tool asks a person: whatever they answer goes back to its harness, and nobody types into it. */
import type { Run } from '#domain/agent/run.ts'
import { briefRef } from '#domain/ref.ts'
import { getDecision } from '#store/queries/decisions.ts'
import { end } from '../decision/end.ts'
import { askers, houseAnswers, houseAsksOperator } from '../decision/house-asks.ts'
import type { ReadWork, WriteWork } from '../work.ts'

/** Asks once when it begins to wait, and takes the question back when it waits no more. */
export async function keepQuestion(work: WriteWork, before: Run, after: Run): Promise<Run> {
  if (after.state === 'permission' && before.asks === null) return { ...after, asks: await ask(work, after) }
  if (after.state === 'permission' || before.asks === null) return after
  const decision = await getDecision(work.tx, before.asks)
  const nobodyWaits = { status: 'withdrawn', answer: 'It waits for that no more.', option: null } as const
  if (decision.status === 'open') await end(work, decision, nobodyWaits)
  return { ...after, asks: null }
}

const ask = (work: WriteWork, { actor, briefId, projectId, lastWords }: Run): Promise<number> =>
  houseAsksOperator(work, {
    projectId,
    briefId,
    header: `${actor} at ${briefRef(briefId)} ${lastWords ?? 'asks for a tool'}. Allow it?`,
    body: 'It waits until this is answered.',
    options: [houseAnswers.allow, houseAnswers.refuse],
    askedBy: askers.reconciler,
  })

/** What was answered; undefined while nobody has. */
export async function wasAllowed(work: ReadWork, { asks }: Run): Promise<boolean | undefined> {
  if (asks === null) return undefined
  const { status, option } = await getDecision(work.tx, asks)
  return status === 'open' ? undefined : option === houseAnswers.allow
}
