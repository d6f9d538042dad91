/** The tables, as Kysely sees them. Times are ISO 8601 text in UTC, flags 0 or 1, lists and objects JSON text. */
import type { Message } from '#domain/agent/message.ts'
import type { RosterEntry } from '#domain/agent/roster.ts'
import type { KeptSpending, Run } from '#domain/agent/run.ts'
import type { Brief } from '#domain/brief.ts'
import type { Decision } from '#domain/decision.ts'
import type { Attempt, Dispatch } from '#domain/dispatch.ts'
import type { Feedback } from '#domain/feedback.ts'
import type { Landing, LandingStep } from '#domain/landing/landing.ts'
import type { Submission } from '#domain/landing/submission.ts'
import type { KeptVerdict } from '#domain/landing/verdict.ts'
import type { Main } from '#domain/main/main.ts'
import type { Project } from '#domain/project.ts'
import type { Scratchpad } from '#domain/scratchpad.ts'
import type { Service } from '#domain/serving/record.ts'
import type { FileClaim } from '#domain/worktree/file-claim.ts'
import type { Worktree } from '#domain/worktree/worktree.ts'
import type { Row } from './codec.ts'

export type EventRow = {
  seq: number
  brief_id: number | null
  project_id: number | null
  type: string
  at: string
  actor_kind: string
  actor_ref: string
  payload: string
  prev_hash: string
  brief_prev_hash: string | null
  hash: string
}

export type DocumentKind = 'brief' | 'trace' | 'decision' | 'scratchpad'

export type DocumentRow = {
  id: number
  kind: DocumentKind
  ref_id: number
  part: number
  brief_id: number | null
  project_id: number
  at: string
  /** Its kind and project as words, so that the index of words knows them too. */
  scope: string
  title: string
  body: string
}

export type LinkRow = {
  id: number
  brief_id: number
  type: string
  ref: string
  relation: string
  title: string | null
  url: string | null
  actor: string
  at: string
}
export type AttachmentRow = {
  id: number
  brief_id: number
  name: string
  media_type: string
  bytes: number
  sha256: string
  content: Uint8Array
  actor: string
  at: string
}
export type TokenRow = {
  id: number
  name: string
  role: string
  actor: string
  hash: string
  kind: 'access' | 'page' | 'link' | 'run'
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  /** The run that it was made for, and that it ends with. */
  run_id: number | null
}
export type TemplateRow = { name: string; version: number; body: string; actor: string; at: string }
export type ReceiptRow = {
  command_id: string
  actor: string
  operation: string
  input_hash: string
  answer: string
  at: string
}

export type Tables = {
  migrations: { name: string; at: string; breaking: number }
  counters: { name: string; value: number }
  chain: { id: number; seq: number; hash: string }
  settings: { name: string; value: string }
  projects: Row<Project>
  briefs: Row<Brief>
  spec_revisions: { brief_id: number; revision: number; spec: string; actor: string; at: string }
  dependencies: { brief_id: number; depends_on_id: number }
  holdings: { brief_id: number; epic_id: number }
  traces: { brief_id: number; events: number; hash: string }
  participants: { brief_id: number; actor: string; first_at: string; last_at: string; events: number }
  links: LinkRow
  attachments: AttachmentRow
  dispatches: Row<Dispatch>
  attempts: Row<Attempt>
  worktrees: Row<Worktree>
  file_claims: Row<FileClaim>
  mains: Row<Main>
  merges: Row<Submission>
  verdicts: Row<KeptVerdict>
  landings: Row<Landing>
  landing_steps: Row<LandingStep>
  services: Row<Service>
  runs: Row<Run>
  roster: Row<RosterEntry>
  messages: Row<Message>
  spendings: Row<KeptSpending>
  contexts: { run_id: number; at: string; tokens: number }
  decisions: Row<Decision>
  decision_posts: { id: number; decision_id: number; actor: string; at: string; body: string }
  scratchpads: Row<Scratchpad>
  scratchpad_revisions: {
    scratchpad_id: number
    revision: number
    title: string
    body: string
    actor: string
    at: string
  }
  feedback: Row<Feedback>
  templates: TemplateRow
  tokens: TokenRow
  receipts: ReceiptRow
  documents: DocumentRow
  events: EventRow
}

/** In an order in which rows can be copied: what is referred to comes first. */
export const tableNames = [
  'counters', 'chain', 'settings', 'projects', 'briefs', 'spec_revisions', 'dependencies', 'holdings', 'traces', 'participants', 'links', 'attachments', 'dispatches', 'attempts',
  'worktrees', 'runs', 'roster', 'messages', 'spendings', 'contexts', 'file_claims', 'services', 'mains', 'merges', 'verdicts', 'landings', 'landing_steps', 'decisions', 'decision_posts', 'scratchpads', 'scratchpad_revisions', 'feedback', 'templates', 'tokens', 'receipts', 'documents', 'events',
] as const satisfies readonly (keyof Tables)[] // biome-ignore format: a list of words
