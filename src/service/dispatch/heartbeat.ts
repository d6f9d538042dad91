/** Keeps a lease alive and answers what waits for its holder. */
import { newEvent } from '#domain/events/catalogue.ts'
import { heartbeat as decide } from '#domain/handover.ts'
import { unreadAnswers } from '#store/queries/decisions.ts'
import { findPause } from '#store/queries/settings.ts'
import { overlapsOf } from '../file/overlaps.ts'
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
  const decisions = (await unreadAnswers(work.tx, work.name)).map(each => ({
    id: each.id,
    header: each.header,
    answer: each.answer,
    option: each.option,
  }))
  const overlaps = (await overlapsOf(work, brief.projectId)).map(({ own, other }) => ({
    path: own.path,
    otherPath: other.path,
    holder: other.holder,
  }))
  const worktree = await legWorktreeView(work, dispatch)
  const paused = (await findPause(work.tx)) !== null
  const next =
    decisions.length > 0
      ? 'Read the answers and say so with decision.ack.'
      : paused
        ? 'flower is paused: finish what you hold, start nothing.'
        : (beforeWork(worktree) ?? 'Go on.')
  return {
    leaseExpiresAt: change.dispatches[0].leaseExpiresAt ?? work.now,
    decisions,
    overlaps,
    worktree,
    paused,
    next,
  }
}
