/** A sign of life from the runner, who sees the process: it keeps the lease of whoever holds its dispatch. */
import type { Run } from '#domain/agent/run.ts'
import { later, leaseMs } from '#domain/dispatch.ts'
import { isHeld } from '#domain/status.ts'
import { getDispatch } from '#store/queries/dispatches.ts'
import { commit, type WriteWork } from '../work.ts'

export async function keepLease(work: WriteWork, run: Run): Promise<void> {
  const dispatch = await getDispatch(work.tx, run.dispatchId)
  if (run.token === null || !isHeld(dispatch.status) || dispatch.token !== run.token) return
  await commit(work, {
    dispatches: [{ ...dispatch, status: 'running', leaseExpiresAt: later(work.now, leaseMs) }],
    events: [],
  })
}
