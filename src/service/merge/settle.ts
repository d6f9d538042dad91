/** Keeps what became of a step of the queue, and what follows from it. */
import { isDeepStrictEqual } from 'node:util'
import type { Output, Parsed } from '#contract/catalogue.ts'
import { newEvent } from '#domain/events/catalogue.ts'
import { eject, hold, waitForRoom } from '#domain/landing/moves.ts'
import { takeUp } from '#domain/landing/stack.ts'
import type { Submission } from '#domain/landing/submission.ts'
import { stillCounts, type Verdict } from '#domain/landing/verdict.ts'
import type { Main } from '#domain/main/main.ts'
import { findLanding, getSubmission, liveSubmissions, verdictsOf } from '#store/queries/merges.ts'
import { getMain, getProject } from '#store/queries/projects.ts'
import { askConsent } from '../landing/consent.ts'
import { finishBrief } from '../landing/finish-brief.ts'
import { judged } from '../landing/judge.ts'
import { begin, end, undo } from '../landing/land.ts'
import { mergesOf } from '../landing/lost.ts'
import { openDependencies } from '../landing/open-dependencies.ts'
import { sentBack } from '../landing/send-back.ts'
import { settleStep } from '../landing/steps.ts'
import { commit, type Write, type WriteWork } from '../work.ts'

type Finding = Parsed<'merge.settle'>['finding']
type Of<What extends Finding['what']> = Extract<Finding, { what: What }>

export const settle: Write<'merge.settle'> = async (input, work): Promise<Output<'merge.settle'>> => {
  const { id } = await getProject(work.tx, input.projectId)
  return { taken: await keep(work, await getMain(work.tx, id), input.finding) }
}

async function keep(work: WriteWork, main: Main, finding: Finding): Promise<boolean> {
  switch (finding.what) {
    case 'built':
      return built(work, main.id, finding)
    case 'judged':
      return judged(work, main.id, finding)
    case 'ejected':
      return ejected(work, main.id, finding)
    case 'held':
      return held(work, main.id, finding)
    case 'no_room':
      return noRoom(work, main.id, finding)
    case 'landing':
      return begin(work, main, finding)
    case 'landed':
      return end(work, main, finding)
    case 'undone':
      return undo(work, main, finding.reason)
    case 'outside':
      return outside(work, main.id, finding)
    case 'nothing':
      return nothing(work, main.id, finding)
    case 'lost':
      return lost(work, main, finding)
    case 'halted':
      return halted(work, main, finding)
    case 'ask':
      return askConsent(work, finding.briefId)
    case 'complete':
      return finishBrief(work, finding.briefId)
    case 'stepped':
      return settleStep(work, finding)
  }
}

async function built(work: WriteWork, projectId: number, found: Of<'built'>): Promise<boolean> {
  const submissions = await liveSubmissions(work.tx, projectId)
  const waitsFor = new Map<number, number[]>()
  for (const each of submissions) waitsFor.set(each.id, await openDependencies(work, each))
  const taken = takeUp(found, { submissions, waitsFor }, work.now)
  const back = new Set(taken.sentBack.map(each => each.submission.id))
  const others = taken.submissions.filter(each => !back.has(each.id))
  const asking = others.filter(each => each.status === 'queued' && each.guarded.length > 0 && each.approvedBy === null)
  await commit(work, {
    submissions: others,
    events: asking.map(({ id, branch, briefId, guarded }) =>
      newEvent(
        'merge_waits',
        briefId,
        {
          mergeId: id,
          branch,
          reason: `it changes ${guarded.join(', ')}; an operator approves it with merge.approve {mergeId: ${id}}`,
        },
        projectId,
      ),
    ),
  })
  for (const one of taken.sentBack) await sentBack(work, one)
  return true
}

/** Not so when what it was red on was put in anew since. */
const counts = async (work: WriteWork, projectId: number, verdict: Verdict): Promise<boolean> =>
  stillCounts(verdict, await verdictsOf(work.tx, projectId, [verdict.tree]))

async function ejected(work: WriteWork, projectId: number, { mergeId, tip, verdict }: Of<'ejected'>): Promise<boolean> {
  if (!(await counts(work, projectId, verdict))) return false
  const submission = await getSubmission(work.tx, mergeId)
  const back = eject({ do: 'eject', submission: { ...submission, tip }, verdict }, [submission], work.now)
  if (back) await sentBack(work, back)
  return back !== undefined
}

async function held(work: WriteWork, projectId: number, { mergeId, at, verdict }: Of<'held'>): Promise<boolean> {
  if (!(await counts(work, projectId, verdict))) return false
  const submission = await getSubmission(work.tx, mergeId)
  const waiting = hold({ do: 'hold', submission, at, verdict }, [submission], work.now)
  return tellWaiting(work, projectId, waiting)
}

async function noRoom(work: WriteWork, projectId: number, found: Of<'no_room'>): Promise<boolean> {
  const waiting = waitForRoom(found, [await getSubmission(work.tx, found.mergeId)], work.now)
  return tellWaiting(work, projectId, waiting)
}

async function tellWaiting(work: WriteWork, projectId: number, waiting: Submission | undefined): Promise<boolean> {
  if (!waiting) return false
  const { id, branch, briefId, reason } = waiting
  const told = newEvent('merge_waits', briefId, { mergeId: id, branch, reason: reason ?? '' }, projectId)
  await commit(work, { submissions: [waiting], events: [told] })
  return true
}

async function outside(work: WriteWork, projectId: number, found: Of<'outside'>): Promise<boolean> {
  const { branch, commit: at, previous, proof, red } = found
  if (await findLanding(work.tx, projectId, at)) return false
  const told = newEvent(
    'line_judged',
    null,
    { branch, commit: at, green: proof !== null, gate: red ?? undefined },
    projectId,
  )
  const id = work.tx.ledger.nextId('landing')
  const landings = proof
    ? [{ ...proof, id, projectId, branch, previous, by: 'outside' as const, mergeIds: [], at: work.now }]
    : []
  await commit(work, { landings, events: [told] })
  return true
}

/** Kept in the trace, so that it is not looked at again and again. */
async function nothing(work: WriteWork, projectId: number, found: Of<'nothing'>): Promise<boolean> {
  const { briefId, branch, target, reason } = found
  await commit(work, { events: [newEvent('not_submitted', briefId, { branch, target, reason }, projectId)] })
  return true
}

/** Told once for each tip that holds them no more. */
async function lost(work: WriteWork, main: Main, { tip, commits }: Of<'lost'>): Promise<boolean> {
  if (isDeepStrictEqual(main.lost, { tip, commits })) return false
  const { primaryBranch: branch } = await getProject(work.tx, main.id)
  const mergeIds = await mergesOf(work, main.id, commits)
  const told = newEvent('landing_lost', null, { branch, tip, commits, mergeIds }, main.id)
  await commit(work, { mains: [{ ...main, lost: { tip, commits } }], events: [told] })
  return true
}

async function halted(work: WriteWork, main: Main, { why, red = main.red }: Of<'halted'>): Promise<boolean> {
  if (main.halt === why && isDeepStrictEqual(main.red, red)) return false
  const told =
    why === null ? newEvent('queue_freed', null, {}, main.id) : newEvent('queue_halted', null, { why }, main.id)
  await commit(work, { mains: [{ ...main, halt: why, red }], events: main.halt === why ? [] : [told] })
  return true
}
