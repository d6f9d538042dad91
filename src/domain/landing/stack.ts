/** What came of building a stack: which submissions are in it, which are sent back at once, which wait for another. */
import { comesAfter } from './batch.ts'
import type { Candidate, QueueView, Stack, Tip } from './queue-view.ts'
import { type ConflictSide, type SentBack, sendBack } from './send-back.ts'
import { isWaiting, type Submission } from './submission.ts'

type Stacked = {
  outcome: 'stacked'
  commits: string[]
  to: Tip
  between: Tip[]
  /** What it changes that an operator has to approve, such as `gates`. */
  guarded: string[]
}

/** What the machine found for one submission. */
export type Built = { submissionId: number; tip: string } & (
  | Stacked
  /** Left out of the stack. `with` says whether it is in conflict with the line itself or only with one before it. */
  | { outcome: 'conflict'; with: 'line' | 'stack'; files: string[]; sides: ConflictSide[] }
  /** The line has all of it, or would have once those before it have landed. */
  | { outcome: 'nothing'; with: 'line' | 'stack' }
  /** It can't land whatever is judged: its commit is gone, or its `flower.yaml` can't be read. */
  | { outcome: 'unusable'; problem: string }
)

export interface BuiltStack {
  /** The branch that it is for. */
  target: string
  /** The tip that it stands on. */
  base: string
  /** In the order in which they were asked for; each that is stacked holds those before it that `builtUpon` says are built upon. */
  members: readonly Built[]
}

export interface TakenUp {
  stack: Stack | null
  /** Those that have changed, whole; the ones sent back included. */
  submissions: Submission[]
  sentBack: SentBack[]
}

type Member = { built: Built; submission: Submission | undefined }

/**
 * What those after it are built on. One that waits for an approval holds nobody up and takes nobody along: the others are
 * built without it. Once it is approved nothing is built after it, as that is judged by what it brings.
 */
export function builtUpon(built: Built, submission: Submission): 'with it' | 'without it' | 'none' {
  if (built.outcome !== 'stacked' || !isApproved(built, submission)) return 'without it'
  return built.guarded.length > 0 ? 'none' : 'with it'
}

/**
 * Takes a built stack up. It leaves out what an operator has to approve first. It ends before the first that isn't as it was
 * meanwhile, before one that depends on what was left out, and before one that changes what it is judged by: that is stacked
 * alone, once it is approved.
 */
export function takeUp(
  { target, base, members }: BuiltStack,
  view: Pick<QueueView, 'submissions' | 'waitsFor'>,
  now: string,
): TakenUp {
  const ours = view.submissions.filter(each => each.target === target && isWaiting(each))
  const found = members.map(built => ({
    built,
    submission: ours.find(({ id, tip }) => id === built.submissionId && tip === built.tip),
  }))
  const sentBack = found.flatMap(member => sentBackAtOnce(member, base, now))
  const asking = found.flatMap(member => askingFor(member, now))
  const candidates = stackable(found, view)
  const gone = new Set([...sentBack.map(each => each.submission), ...asking].map(({ id }) => id))
  const moved = ours.flatMap(each => {
    if (gone.has(each.id)) return []
    const status = candidates.some(({ submissionId }) => submissionId === each.id) ? 'testing' : 'queued'
    return status === each.status ? [] : [{ ...each, status, reason: null, heldAt: null, movedAt: now } as const]
  })
  const stack = candidates.length > 0 ? { base, candidates } : null
  return { stack, submissions: [...sentBack.map(each => each.submission), ...asking, ...moved], sentBack }
}

function sentBackAtOnce({ built, submission }: Member, line: string, now: string): SentBack[] {
  if (!submission || built.outcome === 'stacked') return []
  // With those before it gone or landed it will be seen how it is with the line.
  if (built.outcome !== 'unusable' && built.with === 'stack') return []
  if (built.outcome === 'conflict') return [sendBack(submission, { of: 'conflict', line, ...sidesOf(built) }, now)]
  const fault =
    built.outcome === 'nothing' ? { of: 'nothing' as const } : { of: 'unusable' as const, problem: built.problem }
  return [sendBack(submission, fault, now)]
}

const sidesOf = ({ files, sides }: Extract<Built, { outcome: 'conflict' }>) => ({ files, sides })

/** One that needs an approval which it hasn't; what was approved before stands with it, for all is approved together. */
function askingFor({ built, submission }: Member, now: string): Submission[] {
  if (!submission || built.outcome !== 'stacked' || isApproved(built, submission)) return []
  const guarded = [...new Set([...submission.guarded, ...built.guarded])]
  return [{ ...submission, status: 'queued', reason: null, guarded, approvedBy: null, movedAt: now }]
}

const isApproved = ({ guarded }: Stacked, submission: Submission): boolean =>
  guarded.every(each => submission.approvedBy !== null && submission.guarded.includes(each))

function stackable(members: readonly Member[], view: Pick<QueueView, 'waitsFor'>): Candidate[] {
  const candidates: Candidate[] = []
  const stacked: Submission[] = []
  for (const { built, submission } of members) {
    if (built.outcome !== 'stacked') continue
    if (submission && !isApproved(built, submission)) continue
    if (!submission || !comesAfter(submission, stacked, view)) break
    const alone = built.guarded.length > 0
    if (alone && candidates.length > 0) break
    const { submissionId, tip, commits, to, between } = built
    candidates.push({ submissionId, tip, commits, to, between })
    stacked.push(submission)
    if (alone) break
  }
  return candidates
}
