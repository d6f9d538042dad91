/** The merge queue: the only writer of MAIN. A submission names a branch, its tip is pinned, and what lands is the tree that was judged. */
import { z } from 'zod'
import { Changes } from '#domain/landing/changes.ts'
import { MergeFinding } from '#domain/landing/findings.ts'
import { Landing, LandingJournal, LandingStep } from '#domain/landing/landing.ts'
import { LandingStyle, QueueState, Submission } from '#domain/landing/submission.ts'
import { Verdict } from '#domain/landing/verdict.ts'
import { Overlap } from '#domain/main/main.ts'
import { limits, line, reported } from '#domain/text.ts'
import { briefId, cursor, limit, mergeId, next, priority, project, whole, worktreeId } from './fields.ts'
import { everyone, house, operation, operators, planners, toolForLeads, workers } from './operation.ts'
import { BranchPlace, LandingView, MergeView, Place, RunningGate, StepView } from './shapes.ts'

const wait = z.int().min(0).max(50).optional().describe('Seconds to wait until it has landed or was sent back')

/** What every write about a submission answers. */
export const MergeAnswer = z.object({
  mergeId: z.int(),
  briefId: z.int().nullable(),
  branch: z.string(),
  status: z.string(),
  reason: z.string().optional(),
  next,
})
export type MergeAnswer = z.infer<typeof MergeAnswer>

const one = ['merge.missing', 'merge.landing', 'merge.landed'] as const
const placed = ['project.missing', 'project.unclear'] as const

export const mergeOperations = {
  'merge.submit': operation({
    effect: 'write',
    summary:
      "Put a Brief's branch into the merge queue; its tip is pinned, judged on MAIN's tip, and lands when green.",
    input: z.strictObject({
      briefId: briefId.optional(),
      worktreeId: worktreeId.optional(),
      branch: line(limits.name).optional(),
      project,
      priority: priority.optional(),
      style: LandingStyle.optional().describe('Default: of flower.yaml'),
      wait,
    }),
    output: MergeAnswer,
    refuses: [...placed, ...one, 'brief.missing', 'worktree.missing', 'merge.unfit', 'merge.held', 'input.invalid'],
    roles: workers,
    tool: toolForLeads,
    cli: { short: 'land', positional: ['briefId'] },
    here: true,
    gathers: 'branch',
    awaits: 'merge',
  }),
  'merge.queue': operation({
    effect: 'read',
    summary: 'The merge queue in its order, with why each waits; ended ones too when asked.',
    input: z.strictObject({
      project,
      briefId: briefId.optional(),
      ended: z.boolean().optional(),
      limit: limit(200),
      cursor,
    }),
    output: z.object({
      items: z.array(MergeView),
      nextCursor: z.string().optional(),
      /** Queues that are paused, and why nothing lands elsewhere. */
      halts: z.array(z.object({ project: z.string(), why: z.string() })),
      /** Of each queue in which something waits; `late` when it runs and nothing has moved in it for an hour. */
      waits: z.array(
        z.object({ project: z.string(), oldestWaitsSince: z.string(), movedAt: z.string(), late: z.boolean() }),
      ),
    }),
    refuses: ['project.missing', 'brief.missing'],
    roles: everyone,
    cli: {},
  }),
  'merge.show': operation({
    effect: 'read',
    summary: 'A submission: its runs of gates with their last lines, and its landing with the proof.',
    input: z.strictObject({ mergeId }),
    output: z.object({
      merge: MergeView.extend({
        landing: LandingView.optional(),
        verdicts: z.array(Verdict),
        /** The gate that judges it right now, with the last of what it said so far; only on the machine where it runs. */
        running: RunningGate.optional(),
      }),
    }),
    gathers: 'running',
    refuses: ['merge.missing'],
    roles: everyone,
    cli: { positional: ['mergeId'] },
  }),
  'merge.changes': operation({
    effect: 'read',
    summary: "What a Brief's branch changes: commits and files, and the diff of one file when it is named.",
    input: z.strictObject({
      briefId: briefId.optional(),
      worktreeId: worktreeId.optional(),
      mergeId: mergeId.optional(),
      branch: line(limits.name).optional(),
      path: line(2_000).optional().describe('Of the file whose diff is wanted'),
      project,
    }),
    output: z.object({
      branch: z.string(),
      target: z.string(),
      briefId: z.int().nullable(),
      /** Its newest submission. */
      merge: MergeView.nullable(),
      /** Null where there is no such branch, or nothing on it yet; `reason` says so. */
      changes: Changes.nullable(),
      reason: z.string().optional(),
      overlaps: z.array(Overlap),
    }),
    refuses: [...placed, 'brief.missing', 'worktree.missing', 'merge.missing', 'merge.unfit', 'input.invalid'],
    roles: everyone,
    cli: { positional: ['briefId'] },
    here: true,
    gathers: 'changes',
  }),
  'merge.cancel': operation({
    effect: 'write',
    grave: true,
    summary: 'Take a submission out of the queue; the branch stays as it is.',
    input: z.strictObject({ mergeId, reason: reported(limits.line).optional() }),
    output: MergeAnswer,
    refuses: one,
    roles: workers,
    cli: { positional: ['mergeId', 'reason'] },
  }),
  'merge.retry': operation({
    effect: 'write',
    summary: 'Put a submission that was sent back or cancelled in again, with the tip that its branch has now.',
    input: z.strictObject({ mergeId, wait }),
    output: MergeAnswer,
    refuses: [...one, 'merge.unfit', 'merge.held'],
    roles: workers,
    cli: { positional: ['mergeId'] },
    gathers: 'branch',
    awaits: 'merge',
  }),
  'merge.approve': operation({
    effect: 'write',
    summary:
      'Let a submission change what it is judged by (gates, checks, policy, protected paths), at exactly this tip.',
    input: z.strictObject({ mergeId }),
    output: MergeAnswer,
    refuses: one,
    roles: operators,
    cli: { positional: ['mergeId'] },
  }),
  'merge.revert': operation({
    effect: 'write',
    grave: true,
    summary: 'Take a landing back: its reverse goes through the same gates and lands like any other.',
    input: z.strictObject({ mergeId, reason: reported(limits.line).optional(), wait }),
    output: MergeAnswer,
    refuses: ['merge.missing', 'merge.unfit'],
    roles: planners,
    cli: { positional: ['mergeId', 'reason'] },
    gathers: 'revert',
    awaits: 'merge',
  }),
  'merge.pause': operation({
    effect: 'write',
    summary: 'Stop the merge queue of a project; what is under way is finished, nothing else lands.',
    input: z.strictObject({ reason: reported(limits.line).optional(), project }),
    output: z.object({ project: z.string(), paused: z.boolean(), next }),
    refuses: placed,
    roles: planners,
    cli: { positional: ['reason'] },
  }),
  'merge.resume': operation({
    effect: 'write',
    summary: 'Let the merge queue of a project go on.',
    input: z.strictObject({ project }),
    output: z.object({ project: z.string(), paused: z.boolean(), next }),
    refuses: placed,
    roles: operators,
    cli: {},
  }),
  'merge.landings': operation({
    effect: 'read',
    summary: 'What landed, newest first, each with its proof and the steps that followed.',
    input: z.strictObject({ project, limit: limit(500), cursor }),
    output: z.object({ items: z.array(LandingView), nextCursor: z.string().optional() }),
    refuses: placed,
    roles: everyone,
    cli: {},
  }),
  'merge.errands': operation({
    effect: 'read',
    summary: 'What the queue has to do, project by project; the house turns it by itself.',
    input: z.strictObject({ node: line(100), projectId: whole.optional() }),
    output: z.object({
      items: z.array(
        z.object({
          project: Place,
          queue: QueueState,
          /** Why nothing lands in MAIN now. */
          blocked: z.string().nullable(),
          /** Live ones, oldest first. */
          submissions: z.array(Submission),
          /** By submission: Briefs that have to land before it and have not. */
          waitsFor: z.array(z.object({ mergeId: z.int(), briefIds: z.array(z.int()) })),
          /** Commits that came last onto MAIN's branch, newest first. */
          newest: z.array(z.string()),
          /** Begun and neither done nor undone. */
          journal: LandingJournal.nullable(),
          steps: z.array(LandingStep),
        }),
      ),
    }),
    refuses: [],
    roles: house,
  }),
  'merge.finished': operation({
    effect: 'read',
    summary: 'What is finished in a project and waits to be submitted, or has landed; the house asks it by itself.',
    input: z.strictObject({ projectId: whole }),
    output: z.object({
      /** Work that was not submitted yet. */
      finished: z.array(
        BranchPlace.extend({
          /** What an operator said, where one was asked whether it shall land. */
          consent: z.enum(['none', 'asked', 'yes', 'no']),
        }),
      ),
      /** Landed Briefs that nothing keeps open any more. */
      landed: z.array(z.int()),
    }),
    refuses: [],
    roles: house,
  }),
  'merge.known': operation({
    effect: 'read',
    summary: 'What is known of trees and of a commit; the house asks it by itself.',
    input: z.strictObject({
      projectId: z.int(),
      trees: z.array(z.string()).max(2_000),
      commit: z.string(),
      logs: z.array(z.string()).max(100_000).optional().describe('Names of logs of gates'),
    }),
    /** `kept`: those of the logs that say why something landed. */
    output: z.object({ verdicts: z.array(Verdict), landing: Landing.nullable(), kept: z.array(z.string()) }),
    refuses: [],
    roles: house,
  }),
  'merge.where': operation({
    effect: 'read',
    summary: 'Which branch a Brief, worktree, submission or name stands for; the house asks it by itself.',
    input: z.strictObject({
      briefId: briefId.optional(),
      worktreeId: worktreeId.optional(),
      mergeId: mergeId.optional(),
      branch: line(limits.name).optional(),
      project,
    }),
    output: z.object({ place: Place, where: BranchPlace, landed: Submission.nullable() }),
    refuses: [...placed, 'brief.missing', 'worktree.missing', 'merge.missing', 'merge.unfit', 'input.invalid'],
    roles: house,
  }),
  'merge.settle': operation({
    effect: 'write',
    summary: 'What became of a step of the queue; the house tells it by itself.',
    input: z.strictObject({ projectId: whole, finding: MergeFinding }),
    output: z.object({
      /** Whether it was taken as told; false when things have moved since. */
      taken: z.boolean(),
      steps: z.array(StepView).optional(),
    }),
    refuses: ['project.missing', 'merge.missing'],
    roles: house,
    gathers: 'places',
  }),
}
