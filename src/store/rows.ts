/** The codecs of the domain's shapes, and one way to keep a row: insert it, or replace it by its id. */
import { Message } from '#domain/agent/message.ts'
import { RosterEntry } from '#domain/agent/roster.ts'
import { KeptSpending, Run } from '#domain/agent/run.ts'
import { Brief } from '#domain/brief.ts'
import { Decision } from '#domain/decision.ts'
import { Attempt, Dispatch } from '#domain/dispatch.ts'
import { Feedback } from '#domain/feedback.ts'
import { Landing, LandingStep } from '#domain/landing/landing.ts'
import { Submission } from '#domain/landing/submission.ts'
import { KeptVerdict } from '#domain/landing/verdict.ts'
import { Main } from '#domain/main/main.ts'
import { Project } from '#domain/project.ts'
import { Scratchpad } from '#domain/scratchpad.ts'
import { Service } from '#domain/serving/record.ts'
import { FileClaim } from '#domain/worktree/file-claim.ts'
import { Worktree } from '#domain/worktree/worktree.ts'
import { type Codec, codec } from './codec.ts'
import { statement, type WriteTx } from './transaction.ts'

export const briefRow = codec(Brief)
export const dispatchRow = codec(Dispatch)
export const attemptRow = codec(Attempt)
export const decisionRow = codec(Decision)
export const projectRow = codec(Project)
export const scratchpadRow = codec(Scratchpad)
export const feedbackRow = codec(Feedback)
export const worktreeRow = codec(Worktree)
export const serviceRow = codec(Service)
export const runRow = codec(Run)
export const spendingRow = codec(KeptSpending)
export const rosterRow = codec(RosterEntry)
export const messageRow = codec(Message)
export const fileClaimRow = codec(FileClaim)
export const mainRow = codec(Main)
export const submissionRow = codec(Submission)
export const verdictRow = codec(KeptVerdict)
export const landingRow = codec(Landing)
export const proofRow = codec(Landing.pick({ tree: true, gates: true }))
export const landingStepRow = codec(LandingStep)

/** `fixed` columns never change once they are there: left out of the update, their indexes are left alone too. */
function keeper<Shape>(
  table: string,
  row: Codec<Shape>,
  fixed: string[] = [],
): (tx: WriteTx, shape: Shape) => Promise<void> {
  const columns = row.columns.map(each => `"${each}"`)
  const set = row.columns.filter(each => !['id', ...fixed].includes(each)).map(each => `"${each}" = excluded."${each}"`)
  const keep = statement(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')}) on conflict (id) do update set ${set.join(', ')}`,
  )
  return async (tx, shape) => {
    await keep(tx, ...row.values(shape))
  }
}

export const keepBrief = keeper('briefs', briefRow, ['project_id', 'created_by', 'created_at'])
export const keepDispatch = keeper('dispatches', dispatchRow, [
  'brief_id',
  'project_id',
  'leg',
  'kind',
  'packet',
  'template',
  'created_by',
  'created_at',
])
export const keepAttempt = keeper('attempts', attemptRow, [
  'dispatch_id',
  'brief_id',
  'leg',
  'number',
  'token',
  'claimed_at',
])
export const keepDecision = keeper('decisions', decisionRow)
export const keepProject = keeper('projects', projectRow)
export const keepScratchpad = keeper('scratchpads', scratchpadRow)
export const keepFeedback = keeper('feedback', feedbackRow, ['summary', 'detail', 'filed_by', 'filed_at'])
export const keepWorktree = keeper('worktrees', worktreeRow, ['project_id', 'created_by', 'created_at'])
export const keepService = keeper('services', serviceRow, ['project_id', 'worktree_id', 'name'])
export const keepRun = keeper('runs', runRow, ['project_id', 'brief_id', 'dispatch_id', 'actor', 'node', 'created_at'])
export const keepRosterEntry = keeper('roster', rosterRow, ['project_id', 'actor', 'created_at'])
export const keepMessage = keeper('messages', messageRow, ['project_id', 'to_actor', 'from_actor', 'body', 'at'])
export const keepFileClaim = keeper('file_claims', fileClaimRow, ['project_id', 'path', 'holder', 'claimed_at'])
export const keepMain = keeper('mains', mainRow)
export const keepSubmission = keeper('merges', submissionRow, [
  'project_id',
  'brief_id',
  'submitted_by',
  'submitted_at',
])
export const keepVerdict = keeper('verdicts', verdictRow)
export const keepLanding = keeper('landings', landingRow)
export const keepLandingStep = keeper('landing_steps', landingStepRow)
