/** What waits for an agent: whatever surface it speaks through tells it with the answer of its next tool. */
import type { Told } from '#contract/agent.ts'
import type { Run } from '#domain/agent/run.ts'
import { findHandoff, getRun, messagesFor } from '#store/queries/agents.ts'
import { unreadAnswers } from '#store/queries/decisions.ts'
import { findPause } from '#store/queries/settings.ts'
import type { ReadWork } from '../work.ts'

export async function whatWaits(work: ReadWork): Promise<Told> {
  const messages = await messagesFor(work.tx, work.name)
  const answers = await unreadAnswers(work.tx, work.name)
  const run = work.scope && (await getRun(work.tx, work.scope.runId))
  return {
    messages: messages.map(({ id, fromActor, body, at }) => ({ id, from: fromActor, body, at })),
    decisions: answers.map(({ id, header, answer, option }) => ({ id, header, answer, option })),
    refresh: run && (await refreshAsked(work, run)),
    paused: (await findPause(work.tx)) !== null,
  }
}

async function refreshAsked(work: ReadWork, run: Run): Promise<string | undefined> {
  if (run.wantsSuccessor) return 'A fresh agent is about to relieve you: commit what you have, and begin nothing new.'
  if (run.handoffAskedAt === null) return undefined
  if (await findHandoff(work.tx, run.briefId, run.actor, run.handoffAskedAt)) return undefined
  return `Your context fills up. Write down now what whoever relieves you has to know (what is done, what is half done, what you tried in vain, what comes next): scratchpad_write {briefId: ${run.briefId}, title: "Handoff", body}. Then go on.`
}

/** How each of these answers is said to be read. */
export const acks = (decisions: readonly { id: number }[]): string =>
  decisions.map(each => `decision.ack {decisionId: ${each.id}}`).join(', ')
