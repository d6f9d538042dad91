/** A landing from its beginning to its end. What is written down at its beginning says what its end is. */
import type { Parsed } from '#contract/catalogue.ts'
import { newEvent } from '#domain/events/catalogue.ts'
import { integratedBy } from '#domain/landing/integration.ts'
import type { Landing, LandingJournal } from '#domain/landing/landing.ts'
import { beginLanding, landed, notLanded } from '#domain/landing/moves.ts'
import { revertedBy, type Submission } from '#domain/landing/submission.ts'
import type { Main } from '#domain/main/main.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { addLink, findCommitLink } from '#store/queries/keepsakes.ts'
import { findLanding, getSubmission, liveSubmissions } from '#store/queries/merges.ts'
import { getProject } from '#store/queries/projects.ts'
import { commit, type WriteWork } from '../work.ts'
import { finishBrief } from './finish-brief.ts'
import { bringFollowersOn } from './followers.ts'
import { settleHolding, unsettleHolding } from './holding.ts'
import { queueStateOf } from './queue-state.ts'
import { askSteps } from './steps.ts'

type Finding<What extends string> = Extract<Parsed<'merge.settle'>['finding'], { what: What }>

/** True when it may go on: nobody has taken a submission back, the queue runs, and MAIN is not being rescued. */
export async function begin(work: WriteWork, main: Main, { journal }: Finding<'landing'>): Promise<boolean> {
  // What came from outside is moved out of MAIN first, and that begins once no landing is under way.
  if (main.landing || main.errand === 'rescue') return false
  const submissions = await liveSubmissions(work.tx, main.id)
  const { base, to, landings, proofs } = journal
  const queue = await queueStateOf(work, main)
  const moving = beginLanding({ do: 'land', base, to, landings, proofs }, { queue, submissions }, work.now)
  if (!moving) return false
  await commit(work, {
    submissions: moving,
    mains: [{ ...main, landing: { ...journal, begunAt: work.now } }],
    events: [],
  })
  return true
}

export async function undo(work: WriteWork, main: Main, reason: string): Promise<boolean> {
  const journal = main.landing
  if (!journal) return false
  const moved = notLanded(await landingIn(work, journal), reason, work.now)
  const mergeIds = moved.map(each => each.id)
  await commit(work, {
    submissions: moved,
    mains: [{ ...main, landing: null }],
    events: [newEvent('landing_undone', null, { branch: journal.branch, mergeIds, reason }, main.id)],
  })
  return true
}

export async function end(work: WriteWork, main: Main, { steps }: Finding<'landed'>): Promise<boolean> {
  const journal = main.landing
  if (!journal) return false
  const submissions = landed(journal.landings, journal.to.commit, await landingIn(work, journal), work.now)
  const landings = await landingsOf(work, main.id, journal)
  const { primaryBranch } = await getProject(work.tx, main.id)
  const isMain = journal.branch === primaryBranch
  const standing = isMain && main.standing ? { ...main.standing, tip: journal.to.commit } : main.standing
  await commit(work, {
    submissions,
    landings,
    mains: [{ ...main, standing, landing: null }],
    events: submissions.map(each => eventOf(each, journal)),
  })
  for (const submission of submissions) await settleBrief(work, submission)
  const last = landings.at(-1) ?? (await findLanding(work.tx, main.id, journal.to.commit))
  if (last && steps.length > 0) await askSteps(work, last, steps)
  if (isMain) await bringFollowersOn(work, main.id)
  return true
}

const landingIn = async (work: WriteWork, { landings }: LandingJournal): Promise<Submission[]> =>
  Promise.all(landings.map(each => getSubmission(work.tx, each.submissionId)))

/** One for each commit that the line has now, in its order; those that were kept before a kill are not kept twice. */
async function landingsOf(work: WriteWork, projectId: number, journal: LandingJournal): Promise<Landing[]> {
  const { branch, base, landings, proofs } = journal
  const kept: Landing[] = []
  for (const [at, proof] of proofs.entries()) {
    if (await findLanding(work.tx, projectId, proof.commit)) continue
    const isLast = at === proofs.length - 1
    kept.push({
      ...proof,
      id: work.tx.ledger.nextId('landing'),
      projectId,
      branch,
      previous: proofs[at - 1]?.commit ?? base,
      by: 'queue',
      mergeIds: isLast ? landings.map(each => each.submissionId) : [],
      at: work.now,
    })
  }
  return kept
}

function eventOf({ id, branch, briefId, projectId, target }: Submission, journal: LandingJournal) {
  const gates = journal.proofs.at(-1)?.gates.map(each => each.gate) ?? []
  return newEvent('landed', briefId, { mergeId: id, branch, target, commit: journal.to.commit, gates }, projectId)
}

async function settleBrief(work: WriteWork, submission: Submission): Promise<void> {
  const { id, briefId, branch, landedCommit, projectId } = submission
  const back = revertedBy(branch)
  if (back !== undefined) await reopen(work, back, id, projectId)
  if (briefId === null || landedCommit === null) return
  await settleHolding(work, submission, briefId)
  const known = await findCommitLink(work.tx, briefId, landedCommit)
  if (!known) {
    const link = { type: 'commit', ref: landedCommit, relation: 'landed', title: `${branch} in ${submission.target}` }
    await addLink(work.tx, { ...link, brief_id: briefId, url: null, actor: work.name, at: work.now })
    await commit(work, { events: [newEvent('link_added', briefId, link)] })
  }
  // An epic is done when its branch is in MAIN, not when its lead's own work is on that branch.
  if (integratedBy(submission.target) !== briefId) await finishBrief(work, briefId)
}

/** What a landing had completed is open again once its reverse has landed. */
async function reopen(work: WriteWork, mergeId: number, by: number, projectId: number): Promise<void> {
  const reverted = await getSubmission(work.tx, mergeId)
  const { briefId, branch } = reverted
  await unsettleHolding(work, reverted)
  const event = newEvent('reverted', briefId, { mergeId, by, branch }, projectId)
  const brief = briefId === null ? undefined : await getBrief(work.tx, briefId)
  if (brief?.status !== 'complete') return void (await commit(work, { events: [event] }))
  await commit(work, {
    briefs: [{ ...brief, status: 'planned', endedAt: null, reviewed: null }],
    events: [
      event,
      newEvent('status_changed', brief.id, { from: 'complete', to: 'planned', reason: 'its landing was taken back' }),
    ],
  })
}
