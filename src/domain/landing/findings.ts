/** What the queue's driver tells of each step: of git, of gates, of MAIN's checkout. The house decides what follows. */
import { z } from 'zod'
import { LandingJournal, LandingStep } from './landing.ts'
import { Proof } from './proof.ts'
import { ConflictSide } from './send-back.ts'
import { Verdict } from './verdict.ts'

const member = { submissionId: z.int(), tip: z.string() }
const tip = z.object({ commit: z.string(), tree: z.string() })

/** What came of one submission while a stack was built; `takeUp` says what each means. */
const BuiltMember = z.discriminatedUnion('outcome', [
  z.object({
    ...member,
    outcome: z.literal('stacked'),
    commits: z.array(z.string()),
    to: tip,
    between: z.array(tip),
    guarded: z.array(z.string()),
  }),
  z.object({
    ...member,
    outcome: z.literal('conflict'),
    with: z.enum(['line', 'stack']),
    files: z.array(z.string()),
    sides: z.array(ConflictSide),
  }),
  z.object({ ...member, outcome: z.literal('nothing'), with: z.enum(['line', 'stack']) }),
  z.object({ ...member, outcome: z.literal('unusable'), problem: z.string() }),
])

/** As the machine tells it, before it is known to be a first run or a retry. */
const Run = Verdict.omit({ run: true, outcome: true, asideAt: true }).extend({
  outcome: z.enum(['passed', 'failed', 'timed_out', 'void']),
})

export const MergeFinding = z.discriminatedUnion('what', [
  z.object({ what: z.literal('built'), target: z.string(), base: z.string(), members: z.array(BuiltMember) }),
  /** A gate has run. `mergeIds` are those whose commits it judged beyond the line's. */
  z.object({ what: z.literal('judged'), run: Run, mergeIds: z.array(z.int()) }),
  z.object({ what: z.literal('ejected'), mergeId: z.int(), tip: z.string(), verdict: Verdict }),
  z.object({ what: z.literal('held'), mergeId: z.int(), at: z.string(), verdict: Verdict }),
  /** What it brings has no room in MAIN's checkout, by files of somebody's that git does not know. */
  z.object({ what: z.literal('no_room'), mergeId: z.int(), tip: z.string(), reason: z.string() }),
  /** About to land; nothing may be moved unless this is taken. */
  z.object({ what: z.literal('landing'), journal: LandingJournal.omit({ begunAt: true }) }),
  /** What was begun is done: the line and MAIN's checkout are at its commit. */
  z.object({ what: z.literal('landed'), steps: z.array(z.object({ name: z.string(), approve: z.boolean() })) }),
  /** What was begun is undone; nothing has moved. */
  z.object({ what: z.literal('undone'), reason: z.string() }),
  /** A commit of the line that came from outside, judged. */
  z.object({
    what: z.literal('outside'),
    branch: z.string(),
    commit: z.string(),
    previous: z.string(),
    proof: Proof.nullable(),
    red: z.string().nullable(),
  }),
  /** A finished Brief whose branch has nothing to land. */
  z.object({
    what: z.literal('nothing'),
    briefId: z.int(),
    branch: z.string(),
    target: z.string(),
    reason: z.string(),
  }),
  /** A finished Brief that an operator is asked about first, as flower.yaml wants it. */
  z.object({ what: z.literal('ask'), briefId: z.int() }),
  /** What had landed in MAIN and that its branch holds no more; newest first. */
  z.object({ what: z.literal('lost'), tip: z.string(), commits: z.array(z.string()) }),
  /** Why the queue can't go on by itself, or null once it can; and what made MAIN's own tip red, where that is known. */
  z.object({
    what: z.literal('halted'),
    why: z.string().nullable(),
    red: z.object({ tip: z.string(), verdict: Verdict }).nullable().optional(),
  }),
  /** A landed Brief that nothing keeps open. */
  z.object({ what: z.literal('complete'), briefId: z.int() }),
  z.object({
    what: z.literal('stepped'),
    stepId: z.int(),
    status: LandingStep.shape.status,
    exitCode: z.int().nullable(),
    lines: z.array(z.string()),
  }),
])
export type MergeFinding = z.infer<typeof MergeFinding>
