/** What is sent back from the queue: why, to whom, and how often. */
import { z } from 'zod'
import { attemptsAllowed } from '../failure.ts'
import { shortCommit } from '../words/short-commit.ts'
import { mergeRef, type Submission } from './submission.ts'
import type { Verdict } from './verdict.ts'

/** A file that both sides changed, as each of them has it; null on the side that has none. */
export const ConflictSide = z.object({
  path: z.string(),
  line: z.string().nullable(),
  branch: z.string().nullable(),
})
export type ConflictSide = z.infer<typeof ConflictSide>

/** Why a submission can't land as it is. */
export type Fault =
  /** With the commit `line` of its target. */
  | { of: 'conflict'; line: string; files: string[]; sides: ConflictSide[] }
  /** A gate is red on it, and green on what it would land on. */
  | { of: 'red'; verdict: Verdict }
  /** Its target has all of it already. */
  | { of: 'nothing' }
  | { of: 'unusable'; problem: string }

export interface SentBack {
  submission: Submission
  fault: Fault
}

/** Out of the queue, with the reason. */
export function sendBack(submission: Submission, fault: Fault, now: string): SentBack {
  const status = fault.of === 'conflict' ? 'conflict' : 'ejected'
  const attempts = submission.attempts + 1
  return { submission: { ...submission, status, reason: reasonOf(fault), attempts, heldAt: null, movedAt: now }, fault }
}

const named = 5

/** In one line, or a few for a text of the machine. */
export function reasonOf(fault: Fault): string {
  switch (fault.of) {
    case 'conflict': {
      const more = fault.files.length - named
      return `Both sides changed ${fault.files.slice(0, named).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
    }
    case 'red':
      return gateSaid(fault.verdict)
    case 'nothing':
      return 'Its target has all of it already.'
    case 'unusable':
      return fault.problem
    default:
      return fault satisfies never
  }
}

/** `Gate test: It ended with exit code 1.` */
export const gateSaid = ({ gate, summary }: Pick<Verdict, 'gate' | 'summary'>): string => `Gate ${gate}: ${summary}`

/** What a fix leg is asked for: the same worktree and agent, with all that is known of the fault. */
export interface FixRequest {
  submissionId: number
  briefId: number
  worktreeId: number | null
  branch: string
  /** The branch that it did not land on. */
  target: string
  /** As a dispatch says why its leg came back. */
  reason: 'conflict' | 'gate_failed'
  files: string[]
  sides: ConflictSide[]
  /** Of the gate that is red: its name, its log, and the last of what it said. */
  gate: string | null
  log: string | null
  lines: string[]
  /** One sentence for the agent's note. */
  note: string
}

export type Next =
  | { next: 'fix'; request: FixRequest }
  /** It came back too often, or no agent can mend it: an operator looks at it. */
  | { next: 'ask'; briefId: number; why: string }
  /** It is of no Brief; whoever submitted it reads the reason. */
  | { next: 'tell'; why: string }
  /** There is nothing to be done. */
  | { next: 'nothing' }

/** Times that a Brief's work comes back from the queue before an operator is asked. */
export const returnsAllowed = attemptsAllowed

/** What follows once a submission was sent back. */
export function nextAfterRed({ submission, fault }: SentBack): Next {
  const { id, briefId, worktreeId, branch, target, attempts } = submission
  if (fault.of === 'nothing') return { next: 'nothing' }
  const why = `${mergeRef(id)} was sent back: ${reasonOf(fault)}`
  if (briefId === null) return { next: 'tell', why }
  if (attempts >= returnsAllowed) return { next: 'ask', briefId, why: `${why} That was time ${attempts}.` }
  if (fault.of === 'unusable') return { next: 'ask', briefId, why }
  const found = fault.of === 'conflict' ? ofConflict(fault, target) : ofRed(fault.verdict, target)
  return { next: 'fix', request: { submissionId: id, briefId, worktreeId, branch, target, ...found } }
}

type Found = Omit<FixRequest, 'submissionId' | 'briefId' | 'worktreeId' | 'branch' | 'target'>

const ofConflict = (fault: Extract<Fault, { of: 'conflict' }>, target: string): Found => ({
  reason: 'conflict',
  files: fault.files,
  sides: fault.sides,
  gate: null,
  log: null,
  lines: [],
  note: `It conflicts with ${target}, which is at ${shortCommit(fault.line)}. ${reasonOf(fault)} Bring ${target} into the branch, keep what both sides meant, and finish again.`,
})

const ofRed = (verdict: Verdict, target: string): Found => ({
  reason: 'gate_failed',
  files: [],
  sides: [],
  gate: verdict.gate,
  log: verdict.log,
  lines: verdict.lines,
  note: `Gate ${verdict.gate} is red on commit ${shortCommit(verdict.commit)}, which holds the branch and all that has landed: ${verdict.summary} Bring ${target} into the branch, see it fail there, mend it, and finish again.`,
})
