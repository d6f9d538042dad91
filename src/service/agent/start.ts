/** An operator or a lead has an agent started for a dispatch that waits. */
import { harnessFor } from '#domain/agent/policy.ts'
import { newEvent } from '#domain/events/catalogue.ts'
import { dispatchRef } from '#domain/ref.ts'
import { Refusal } from '#domain/refusal.ts'
import { isHeld, isLive } from '#domain/status.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { getDispatch } from '#store/queries/dispatches.ts'
import { getProject } from '#store/queries/projects.ts'
import { getWorktree } from '#store/queries/worktrees.ts'
import { ensureWorktree } from '../dispatch/leg-worktree.ts'
import { placesOf } from '../facts.ts'
import { commit, type Write } from '../work.ts'
import { whetherDue } from './due.ts'
import { policyFor } from './policy.ts'

export const start: Write<'agent.start'> = async (input, work) => {
  const dispatch = await getDispatch(work.tx, input.dispatchId)
  const { id: dispatchId, briefId, status, holder } = dispatch
  if (isHeld(status))
    throw new Refusal('dispatch.taken', { dispatchId, holder, leaseExpiresAt: dispatch.leaseExpiresAt })
  if (!isLive(status)) throw new Refusal('dispatch.ended', { dispatchId, briefId, status })
  const policy = await policyFor(work, dispatch.projectId)
  const wanted = { ...dispatch, harness: input.harness ?? dispatch.harness }
  const chosen = harnessFor(wanted, policy)
  if (chosen.outcome !== 'chosen')
    throw new Refusal('input.invalid', {
      operation: 'agent.start',
      field: 'harness',
      problem:
        chosen.outcome === 'nobody'
          ? `is needed, as the project has no default: ${Object.keys(policy.harnesses).join(', ')}`
          : `there is no ${chosen.name}; there are ${chosen.known.join(', ')}`,
    })
  const brief = await getBrief(work.tx, briefId)
  const project = await getProject(work.tx, brief.projectId)
  const known = dispatch.worktreeId === null ? undefined : await getWorktree(work.tx, dispatch.worktreeId)
  const where = await ensureWorktree(work, { ...dispatch, project, brief, known, started: true })
  const after = { ...wanted, harness: chosen.name, worktreeId: 'worktree' in where ? where.worktree.id : null }
  const named = { dispatchId, harness: chosen.name }
  await commit(work, { dispatches: [after], events: [newEvent('harness_named', briefId, named)] })
  const { node } = placesOf(work)
  const due = await whetherDue(work, after, brief, { node, most: Number.MAX_SAFE_INTEGER })
  return due.outcome === 'due'
    ? {
        ...named,
        next: `${chosen.name} is started for ${dispatchRef(dispatchId)} as soon as this machine has a place; agent.list shows it.`,
      }
    : { ...named, waits: due.because, next: `It is started by itself once that has changed: ${due.because}.` }
}
