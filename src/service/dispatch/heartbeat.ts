/** Keeps a lease alive and answers what waits for its holder. */
import { newEvent } from '#domain/events/catalogue.ts'
import { heartbeat as decide } from '#domain/handover.ts'
import { markDelivered } from '#store/queries/agents.ts'
import { overlapsOf } from '../file/overlaps.ts'
import { acks, whatWaits } from '../run/told.ts'
import { commit, type Write } from '../work.ts'
import { getHeld } from './held.ts'
import { beforeWork, legWorktreeView } from './leg-worktree.ts'

export const heartbeat: Write<'dispatch.heartbeat'> = async (input, work) => {
  const { brief, dispatch, attempt } = await getHeld(work, input.dispatchId, input.token)
  const change = decide(dispatch, attempt, {
    token: input.token,
    contextTokens: input.contextTokens,
    actor: work.actor,
    now: work.now,
  })
  const said = input.note ? [newEvent('progress', brief.id, { body: input.note })] : []
  await commit(work, { ...change, events: said })
  const { messages, decisions, refresh, paused } = await whatWaits(work)
  const newest = messages.at(-1)?.id
  if (newest !== undefined) await markDelivered(work.tx, work.name, newest, work.now)
  const overlaps = (await overlapsOf(work, brief.projectId)).map(({ own, other }) => ({
    path: own.path,
    otherPath: other.path,
    holder: other.holder,
  }))
  const worktree = await legWorktreeView(work, dispatch)
  const next =
    messages.length > 0
      ? 'Read the messages.'
      : refresh !== undefined
        ? refresh
        : decisions.length > 0
          ? `Read the answers and say so with ${acks(decisions)}.`
          : paused
            ? 'flower is paused: finish what you hold, start nothing.'
            : (beforeWork(worktree) ?? 'Go on.')
  return {
    leaseExpiresAt: change.dispatches[0].leaseExpiresAt ?? work.now,
    decisions,
    messages,
    refresh,
    overlaps,
    worktree,
    paused,
    next,
  }
}
