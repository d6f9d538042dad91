/** What the domain decides: the rows as they will stand, and the events that explain them. One transaction keeps both. */
import type { Message } from './agent/message.ts'
import type { RosterEntry } from './agent/roster.ts'
import type { Run } from './agent/run.ts'
import type { Brief } from './brief.ts'
import type { Decision } from './decision.ts'
import type { Attempt, Dispatch } from './dispatch.ts'
import type { NewEvent } from './events/catalogue.ts'
import type { Landing, LandingStep } from './landing/landing.ts'
import type { Submission } from './landing/submission.ts'
import type { KeptVerdict } from './landing/verdict.ts'
import type { Main } from './main/main.ts'
import type { Service } from './serving/record.ts'
import type { FileClaim } from './worktree/file-claim.ts'
import type { Worktree } from './worktree/worktree.ts'

export type Change = {
  briefs?: Brief[]
  dispatches?: Dispatch[]
  attempts?: Attempt[]
  decisions?: Decision[]
  worktrees?: Worktree[]
  services?: Service[]
  runs?: Run[]
  roster?: RosterEntry[]
  messages?: Message[]
  fileClaims?: FileClaim[]
  mains?: Main[]
  submissions?: Submission[]
  verdicts?: KeptVerdict[]
  landings?: Landing[]
  landingSteps?: LandingStep[]
  events: NewEvent[]
}

export function join(...changes: Change[]): Change {
  return {
    briefs: changes.flatMap(each => each.briefs ?? []),
    dispatches: changes.flatMap(each => each.dispatches ?? []),
    attempts: changes.flatMap(each => each.attempts ?? []),
    decisions: changes.flatMap(each => each.decisions ?? []),
    worktrees: changes.flatMap(each => each.worktrees ?? []),
    services: changes.flatMap(each => each.services ?? []),
    runs: changes.flatMap(each => each.runs ?? []),
    roster: changes.flatMap(each => each.roster ?? []),
    messages: changes.flatMap(each => each.messages ?? []),
    fileClaims: changes.flatMap(each => each.fileClaims ?? []),
    submissions: changes.flatMap(each => each.submissions ?? []),
    verdicts: changes.flatMap(each => each.verdicts ?? []),
    landings: changes.flatMap(each => each.landings ?? []),
    landingSteps: changes.flatMap(each => each.landingSteps ?? []),
    mains: changes.flatMap(each => each.mains ?? []),
    events: changes.flatMap(each => each.events),
  }
}
