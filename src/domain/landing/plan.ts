/**
 * What the driver of the merge queue does next. It is asked again after every act and whenever anything has changed;
 * nothing is remembered between two answers but what stands in the view.
 */
import { batchLimit, comesAfter, keptOut, nextBatch, waitingOn, waitsBecause } from './batch.ts'
import type { Gate } from './gate.ts'
import { type Proof, proofOf } from './proof.ts'
import type { Candidate, QueueView, Stack, Tip } from './queue-view.ts'
import { isWaiting, mergeRef, type Submission } from './submission.ts'
import { type Standing, standingOf, type Verdict } from './verdict.ts'

export type Act =
  /** Stack these on `base`, in their order; `takeUp` takes what came of it. */
  | { do: 'build'; base: Tip; members: Submission[] }
  /** Run `gate` on `commit`; `verdictOf` makes of it the verdict to keep. */
  | ({ do: 'judge' } & Judging)
  /** Move the line from `base` to `to`, if it is still there: `beginLanding` first, then `landed` or `notLanded`. */
  | { do: 'land'; base: string; to: Tip; landings: Landing[]; proofs: Proof[] }
  /** It is red on a line that is green: `eject` sends it back. */
  | { do: 'eject'; submission: Submission; verdict: Verdict }
  /** It is red on a line that is red too, so that nobody can say whose fault it is: `hold` lets it wait. */
  | { do: 'hold'; submission: Submission; at: string; verdict: Verdict }
  | { do: 'wait'; why: Wait; detail: string }

export interface Judging extends Tip {
  gate: Gate
  /** line: the branch itself; top: the whole stack; part: a part of it, to find which is red; each: a commit of a rebase. */
  of: 'line' | 'top' | 'part' | 'each'
  because: 'first' | 'flake' | 'void'
  /** Whose commits are in it beyond the line's. */
  submissionIds: number[]
}

export interface Landing {
  submissionId: number
  /** Of its branch, as it was judged. */
  tip: string
  /** Its own commits, to be kept with it. */
  commits: string[]
}

export type Wait = 'paused' | 'landing' | 'gates_unknown' | 'blocked' | 'nothing_ready' | 'empty'

/** Pure and total: the same view, the same act. */
export function plan(view: QueueView): Act {
  const { queue, gates } = view
  if (queue.is === 'paused') return wait('paused', `${queue.by} paused it: ${queue.why}`)
  const landing = view.submissions.find(({ status, target }) => status === 'landing' && target === view.line.branch)
  if (landing) return wait('landing', `The landing of ${mergeRef(landing.id)} has to be completed or undone first.`)
  if ('unknown' in gates) return wait('gates_unknown', gates.unknown)
  const known: Known = { ...view, gates }
  const line = standing(view.line.tip, known)
  return onStack(known, line) ?? anew(known, line)
}

/**
 * The proof of the line's own tip; undefined while a gate is open or red on it. Kept for what somebody else brought there:
 * what the queue lands has its proofs with the act.
 */
export function proofOfLine(view: Pick<QueueView, 'line' | 'gates' | 'toolchain' | 'verdicts'>): Proof | undefined {
  const { line, gates, toolchain, verdicts } = view
  if ('unknown' in gates) return undefined
  const stands = standingOf(line.tip.tree, { gates, toolchain }, verdicts)
  return stands.is === 'green' ? proofOf(line.tip, toolchain, stands) : undefined
}

type Known = QueueView & { gates: readonly Gate[] }

const wait = (why: Wait, detail: string): Act => ({ do: 'wait', why, detail })

const standing = ({ tree }: Tip, view: Known): Standing => standingOf(tree, view, view.verdicts)

/** Undefined when there is no stack that still means something. */
function onStack(view: Known, line: Standing): Act | undefined {
  const { stack } = view
  if (!stack || !isCurrent(stack, view)) return undefined
  const stood = stack.candidates.map(candidate => ofCandidate(candidate, view))
  const top = stood.length
  const is = (at: number) => stood[at - 1]?.standing.is
  if (is(top) === 'open') return judge(stack, top, stood)
  if (is(top) === 'green') return land(view, stack, top)
  if (line.is === 'open') return judgeLine(view, line)
  // On a red line every part may be red, and looking for the one that is to blame finds nobody.
  if (line.is === 'red' && top > 1) return undefined
  const good = stood.findLastIndex(each => each.standing.is === 'green') + 1
  const bad = stood.findIndex((each, at) => at >= good && each.standing.is === 'red') + 1
  if (bad - good > 1) return judge(stack, Math.floor((good + bad) / 2), stood)
  // Whoever is red is only sent back from the line's own tip: those before it may still be cancelled.
  return good > 0 ? land(view, stack, good) : refuse(view, stack, stood, line)
}

/** A person's commit first, then the next in their order. */
function anew(view: Known, line: Standing): Act {
  if (view.line.foreign && line.is === 'open') return judgeLine(view, line)
  const members = nextBatch(view, line.is === 'red' ? 1 : batchLimit)
  if (members.length > 0) return { do: 'build', base: view.line.tip, members }
  const reasons = waitingOn(view).map(each => `${mergeRef(each.id)}: ${waitsBecause(each, view)}`)
  return reasons.length > 0 ? wait('nothing_ready', reasons.join('\n')) : wait('empty', 'Nothing waits to land.')
}

/** Built on what the line is now, of submissions that are as they were. */
function isCurrent({ base, candidates }: Stack, view: Known): boolean {
  const byId = new Map(view.submissions.map(each => [each.id, each]))
  const found = candidates.map(({ submissionId, tip }) => {
    const submission = byId.get(submissionId)
    return submission?.tip === tip && isWaiting(submission) && !keptOut(submission, base) ? submission : undefined
  })
  const all = found.filter(each => each !== undefined)
  return (
    base === view.line.tip.commit &&
    all.length > 0 &&
    all.length === candidates.length &&
    all.every((each, at) => comesAfter(each, all.slice(0, at), view))
  )
}

type Stood = { tip: Tip; standing: Standing }

/** Where it would bring the line comes first: that holds all of it, and is the likeliest to be red. */
function ofCandidate({ to, between }: Candidate, view: Known): Stood {
  const last = { tip: to, standing: standing(to, view) }
  if (last.standing.is !== 'green') return last
  const others = between.map(tip => ({ tip, standing: standing(tip, view) }))
  const first = (is: Standing['is']) => others.find(each => each.standing.is === is)
  return first('red') ?? first('open') ?? last
}

function judge(stack: Stack, part: number, stood: readonly Stood[]): Act {
  const one = stood[part - 1]
  const candidate = stack.candidates[part - 1]
  if (!one || !candidate || one.standing.is !== 'open') throw new Error('only what is open can be judged')
  const of = one.tip !== candidate.to ? 'each' : part === stack.candidates.length ? 'top' : 'part'
  const submissionIds = stack.candidates.slice(0, part).map(({ submissionId }) => submissionId)
  return { do: 'judge', ...one.tip, gate: one.standing.gate, of, because: one.standing.because, submissionIds }
}

function judgeLine({ line }: Known, { gate, because }: Extract<Standing, { is: 'open' }>): Act {
  return { do: 'judge', ...line.tip, gate, of: 'line', because, submissionIds: [] }
}

/** Lands the first `part` candidates, which are green. */
function land(view: Known, { base, candidates }: Stack, part: number): Act {
  const candidate = candidates[part - 1]
  if (!candidate) throw new Error('there is nothing to land')
  if (view.line.blocked !== null) return wait('blocked', view.line.blocked)
  const landings = candidates.slice(0, part).map(({ submissionId, tip, commits }) => ({ submissionId, tip, commits }))
  const proofs = [...candidate.between, candidate.to].map(tip => {
    const proven = standing(tip, view)
    if (proven.is !== 'green') throw new Error('only what is green lands')
    return proofOf(tip, view.toolchain, proven)
  })
  return { do: 'land', base, to: candidate.to, landings, proofs }
}

/** The first candidate is red. */
function refuse(view: Known, { base, candidates }: Stack, [first]: readonly Stood[], line: Standing): Act {
  const submission = view.submissions.find(({ id }) => id === candidates[0]?.submissionId)
  if (!submission || first?.standing.is !== 'red') throw new Error('only what is red is refused')
  const { verdict } = first.standing
  return line.is === 'red' ? { do: 'hold', submission, at: base, verdict } : { do: 'eject', submission, verdict }
}
