/** What a run's own token may do beyond its role: the plan of its own Brief, and the dispatch that it was started for. */

import { briefRef, dispatchRef } from '../ref.ts'
import { Refusal } from '../refusal.ts'
import { leads, type Role } from '../role.ts'

export type RunScope = { runId: number; briefId: number; dispatchId: number }

/** Operations that change the plan of a Brief; comments, links and questions are free. */
const planning: ReadonlySet<string> = new Set([
  'brief.writeSpec', 'brief.setStatus', 'brief.relate', 'brief.configure', 'brief.split', 'brief.fold', 'brief.dispatch', 'review.request',
]) // biome-ignore format: a list of words

const ofDispatch: ReadonlySet<string> = new Set([
  'dispatch.claim', 'dispatch.heartbeat', 'dispatch.complete', 'dispatch.release', 'dispatch.fail', 'review.verdict',
]) // biome-ignore format: a list of words

export function assertWithin(scope: RunScope, role: Role, operation: string, input: Record<string, unknown>): void {
  const { briefId, dispatchId } = input
  if (ofDispatch.has(operation) && dispatchId !== undefined && dispatchId !== scope.dispatchId)
    throw new Refusal('run.not_yours', {
      operation,
      yours: dispatchRef(scope.dispatchId),
      asked: dispatchRef(Number(dispatchId)),
    })
  if (planning.has(operation) && !leads.includes(role) && briefId !== scope.briefId)
    throw new Refusal('run.not_yours', { operation, yours: briefRef(scope.briefId), asked: briefRef(Number(briefId)) })
}
