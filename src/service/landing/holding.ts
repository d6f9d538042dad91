/** What is on an epic's own branch and not in MAIN yet: kept from its landing there until the epic's. */
import { newEvent } from '#domain/events/catalogue.ts'
import { integratedBy } from '#domain/landing/integration.ts'
import type { Submission } from '#domain/landing/submission.ts'
import { briefRef } from '#domain/ref.ts'
import { blocksOf, dependentIds } from '#store/queries/briefs.ts'
import { heldOf, hold, landedOn, release } from '#store/queries/integration.ts'
import { commit, type WriteWork } from '../work.ts'

type Landed = Pick<Submission, 'projectId' | 'branch' | 'target'>

export async function settleHolding(work: WriteWork, { target, branch }: Landed, briefId: number): Promise<void> {
  const into = integratedBy(target)
  if (into !== undefined) await hold(work.tx, briefId, into)
  const whole = integratedBy(branch)
  if (whole !== undefined) await releaseAll(work, whole)
}

/** Those outside of the epic that waited for one of its children hear of it now; those inside have heard before. */
async function releaseAll(work: WriteWork, epicId: number): Promise<void> {
  for (const briefId of await heldOf(work.tx, epicId)) {
    const waited: number[] = []
    for (const id of await dependentIds(work.tx, briefId))
      if ((await blocksOf(work.tx, id)).some(each => each.kind === 'dependency' && each.briefId === briefId))
        waited.push(id)
    await release(work.tx, briefId)
    for (const id of waited)
      if ((await blocksOf(work.tx, id)).length === 0)
        await commit(work, { events: [newEvent('unblocked', id, { by: briefRef(briefId) })] })
  }
}

/** Taken back from where it was. */
export async function unsettleHolding(
  work: WriteWork,
  { projectId, target, branch, briefId }: Landed & Pick<Submission, 'briefId'>,
): Promise<void> {
  if (briefId !== null && integratedBy(target) !== undefined) await release(work.tx, briefId)
  const whole = integratedBy(branch)
  if (whole === undefined) return
  for (const id of await landedOn(work.tx, projectId, branch)) await hold(work.tx, id, whole)
}
