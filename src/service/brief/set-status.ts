/** Sets a status by hand, and tells those who waited for this Brief. */
import { setStatus as decide, type Standing } from '#domain/brief.ts'
import { isLive, type Submission } from '#domain/landing/submission.ts'
import { briefRef } from '#domain/ref.ts'
import type { BriefStatus } from '#domain/status.ts'
import { blocksOf, countOpenChildren, getBrief } from '#store/queries/briefs.ts'
import { countOpenDecisions } from '#store/queries/decisions.ts'
import { liveDispatches } from '#store/queries/dispatches.ts'
import { submissionsOf } from '#store/queries/merges.ts'
import { takeOut } from '../merge/cancel.ts'
import { commit, type ReadWork, type Write, type WriteWork } from '../work.ts'
import { tellDependents } from './tell-dependents.ts'

export const setStatus: Write<'brief.setStatus'> = async (input, work) => {
  const brief = await getBrief(work.tx, input.briefId)
  const standing = await standingOf(work, brief.id)
  const change = decide(brief, input.status, standing, { actor: work.actor, now: work.now, reason: input.reason })
  await takeOutUnwanted(work, brief.id, input.status)
  await commit(work, change)
  await tellDependents(work, brief, input.status)
  const next =
    input.status === 'planned'
      ? `Hand it over with brief.dispatch {briefId: ${brief.id}}.`
      : `recall.brief {briefId: ${brief.id}} shows where it stands.`
  return { briefId: brief.id, status: input.status, next }
}

const unwanted: readonly BriefStatus[] = ['cancelled', 'abandoned', 'deferred']

/** What nobody wants any more, or not now, does not land. Refuses while it is landing at this moment. */
export async function takeOutUnwanted(work: WriteWork, briefId: number, to: BriefStatus): Promise<void> {
  if (!unwanted.includes(to)) return
  const submission = await findToLand(work, briefId)
  if (submission) await takeOut(work, submission, `${briefRef(briefId)} was ${to}`)
}

async function findToLand(work: ReadWork, briefId: number): Promise<Submission | undefined> {
  const [newest] = await submissionsOf(work.tx, briefId, 1)
  return newest && isLive(newest) ? newest : undefined
}

export async function standingOf(work: ReadWork, briefId: number): Promise<Standing> {
  const live = await liveDispatches(work.tx, briefId)
  return {
    live: live.map(each => ({ id: each.id, holder: each.holder })),
    blocked: await blocksOf(work.tx, briefId),
    openDecisions: await countOpenDecisions(work.tx, briefId),
    openChildren: await countOpenChildren(work.tx, briefId),
    toLand: await findToLand(work, briefId),
  }
}
