/** A fresh agent takes the lease of one whose context is nearly full: the next attempt, that nobody failed. */
import type { Brief } from '../brief.ts'
import type { Change } from '../change.ts'
import { type Attempt, type Dispatch, later, leaseMs } from '../dispatch.ts'
import { newEvent } from '../events/catalogue.ts'
import type { Run } from './run.ts'

type Ask = { attemptId: number; token: number; now: string }

/** From then on whatever the relieved one writes is refused by name. */
export function relieve(
  brief: Pick<Brief, 'id'>,
  dispatch: Dispatch,
  attempt: Attempt,
  run: Run,
  { attemptId, token, now }: Ask,
): Change & { dispatches: [Dispatch]; attempts: [Attempt, Attempt]; runs: [Run] } {
  const number = dispatch.attempt + 1
  const next: Attempt = {
    ...attempt,
    id: attemptId,
    number,
    actor: run.actor,
    token,
    claimedAt: now,
    lastSeenAt: now,
    contextTokens: run.contextTokens,
  }
  return {
    dispatches: [
      {
        ...dispatch,
        attempt: number,
        token,
        holder: run.actor,
        status: 'running',
        leaseExpiresAt: later(now, leaseMs),
        movedAt: now,
      },
    ],
    attempts: [{ ...attempt, endedAt: now, outcome: 'relieved' }, next],
    runs: [{ ...run, token }],
    events: [
      newEvent('agent_refreshed', brief.id, {
        runId: run.id,
        agent: run.actor,
        dispatchId: dispatch.id,
        relieved: attempt.actor,
        attempt: number,
        token,
      }),
    ],
  }
}
