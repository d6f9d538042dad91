/** What reads answer. The page, the CLI and agents get the same shapes. */
import { z } from 'zod'
import { Actor } from '#domain/actor.ts'
import { BlockReason } from '#domain/blocked.ts'
import { Brief } from '#domain/brief.ts'
import { Decision } from '#domain/decision.ts'
import { Attempt, Dispatch } from '#domain/dispatch.ts'
import { Landing, LandingStep } from '#domain/landing/landing.ts'
import { Submission } from '#domain/landing/submission.ts'
import { Verdict } from '#domain/landing/verdict.ts'
import { Main } from '#domain/main/main.ts'
import { Project } from '#domain/project.ts'
import { Rollup } from '#domain/recall/rollup.ts'
import { Scratchpad } from '#domain/scratchpad.ts'
import { Service } from '#domain/serving/record.ts'
import { serviceStatuses } from '#domain/serving/service.ts'
import { BriefStatus } from '#domain/status.ts'
import { FileClaim } from '#domain/worktree/file-claim.ts'
import { Standing, Worktree } from '#domain/worktree/worktree.ts'

/** One event of the trace with its wording. `seq` counts over the installation; hashes are hexadecimal SHA-256. */
export const Event = z.object({
  seq: z.int(),
  briefId: z.int().optional(),
  project: z.string().optional(),
  type: z.string(),
  at: z.string(),
  actor: Actor,
  payload: z.unknown(),
  words: z.string(),
  body: z.string().optional(),
  tone: z.enum(['house', 'words', 'text', 'question', 'good', 'bad']),
  quiet: z.boolean(),
  /** Of the event before it in the installation. */
  prevHash: z.string(),
  /** Of the event before it in its Brief. */
  briefPrevHash: z.string().optional(),
  hash: z.string(),
})
export type Event = z.infer<typeof Event>

const flags = { autoDispatch: true, designLoop: true, review: true, needsApproval: true } as const

/** A Brief named beside another. */
export const BriefMention = z.object({ id: z.int(), title: z.string(), status: BriefStatus, blocked: z.boolean() })
export type BriefMention = z.infer<typeof BriefMention>

/** The live dispatch of a Brief, for lists. */
export const DispatchMention = Dispatch.pick({
  id: true,
  leg: true,
  status: true,
  attempt: true,
  holder: true,
  leaseExpiresAt: true,
  reason: true,
  waitsUntil: true,
})
export type DispatchMention = z.infer<typeof DispatchMention>

/** A row of the list of Briefs. */
export const BriefRow = Brief.pick({
  id: true,
  title: true,
  status: true,
  origin: true,
  parentId: true,
  priority: true,
  labels: true,
  movedAt: true,
  createdAt: true,
  createdBy: true,
  foldedInto: true,
  ...flags,
}).extend({
  project: z.string(),
  approved: z.boolean(),
  blocked: z.array(BlockReason),
  dispatchable: z.boolean(),
  live: z.array(DispatchMention),
  openDecisions: z.int(),
  /** Those that it needs, landed or not. */
  dependsOn: z.array(z.int()),
  rollup: Rollup.optional(),
})
export type BriefRow = z.infer<typeof BriefRow>

/** What it depends on stands among its relationships. */
export const BriefHead = BriefRow.omit({ dependsOn: true }).extend({
  text: z.string().optional(),
  revision: z.int(),
  approvedBy: z.string().nullable(),
  approvedAt: z.string().nullable(),
  reviewed: z.enum(['pass', 'changes']).nullable(),
  integration: z.boolean(),
  budget: Brief.shape.budget,
  endedAt: z.string().nullable(),
  events: z.int(),
})
export type BriefHead = z.infer<typeof BriefHead>

export const Link = z.object({
  id: z.int(),
  type: z.string(),
  ref: z.string(),
  relation: z.string(),
  title: z.string().nullable(),
  url: z.string().nullable(),
  actor: z.string(),
  at: z.string(),
})
export type Link = z.infer<typeof Link>

export const Attachment = z.object({
  attachmentId: z.int(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  url: z.string(),
  actor: z.string(),
  at: z.string(),
})
export type Attachment = z.infer<typeof Attachment>

export const Participant = z.object({
  actor: z.string(),
  firstAt: z.string(),
  lastAt: z.string(),
  events: z.int(),
  holds: z.int().nullable(),
})
export type Participant = z.infer<typeof Participant>

export const DecisionPost = z.object({ actor: z.string(), at: z.string(), body: z.string() })
export const DecisionView = Decision.extend({
  project: z.string(),
  discussion: z.array(DecisionPost),
  /** The dispatch that was given back until this is answered, blocking or not; null when there is none. */
  holdsUp: z.int().nullable(),
})
export type DecisionView = z.infer<typeof DecisionView>

/** In a list of many Briefs it says what its own is called; null without one. */
export const ListedDecision = DecisionView.extend({ briefTitle: z.string().nullable() })
export type ListedDecision = z.infer<typeof ListedDecision>

export const DispatchView = Dispatch.extend({
  packet: z.string().optional(),
  packetTokens: z.int(),
  attempts: z.array(Attempt),
  waits: z.string().optional(),
})
export type DispatchView = z.infer<typeof DispatchView>

/** A service of a worktree or of MAIN as it stands now, and where its site is. */
export const ServiceView = Service.pick({
  worktreeId: true,
  wanted: true,
  status: true,
  reason: true,
  wantedPort: true,
  port: true,
  since: true,
  retryAt: true,
  failures: true,
  lastLines: true,
}).extend({
  project: z.string(),
  /** The worktree's name; null for one of MAIN. */
  worktree: z.string().nullable(),
  service: z.string(),
  /** The address of the site that it answers at. */
  site: z.string().nullable(),
})
export type ServiceView = z.infer<typeof ServiceView>

/** A service named beside its worktree. */
export const ServiceMention = ServiceView.pick({
  service: true,
  wanted: true,
  status: true,
  reason: true,
  port: true,
  site: true,
})
export type ServiceMention = z.infer<typeof ServiceMention>

/** A worktree with how it stood when it was last looked at: what is not committed, its distance from MAIN's tip, who works in it. */
export const WorktreeView = Worktree.omit({
  projectId: true,
  node: true,
  wantedBase: true,
  standing: true,
  journal: true,
  trash: true,
  confirmed: true,
}).extend({
  project: z.string(),
  /** What the node is called. */
  node: z.string(),
  dirty: Standing.pick({ modified: true, untracked: true, unmerged: true }).nullable(),
  ahead: z.int().nullable(),
  behind: z.int().nullable(),
  head: z.string().nullable(),
  underWay: z.array(z.string()),
  /** HEAD is on another branch than the one that it was made for; null stands for no branch. */
  drift: z.object({ branch: z.string().nullable() }).optional(),
  lookedAt: z.string().nullable(),
  agents: z.array(z.object({ actor: z.string(), dispatchId: z.int() })),
  claims: z.array(FileClaim.pick({ path: true, holder: true, expiresAt: true })),
  services: z.array(ServiceMention),
  /** The one at the worktree's plain address, with the status of its service. */
  site: z.object({ url: z.string(), status: z.enum(serviceStatuses) }).nullable(),
})
export type WorktreeView = z.infer<typeof WorktreeView>

/** Where a project is on this machine. */
export const Place = z.object({
  id: z.int(),
  slug: z.string(),
  path: z.string(),
  gitDir: z.string(),
  primaryBranch: z.string(),
  /** The hash of the flower.yaml that an operator has trusted. */
  trusted: z.string().nullable(),
})
export type Place = z.infer<typeof Place>

/** A branch that somebody means: for which Brief, begun where, and where it is to land. */
export const BranchPlace = z.object({
  projectId: z.int(),
  briefId: z.int().nullable(),
  worktreeId: z.int().nullable(),
  branch: z.string(),
  /** The commit that it was begun at, where that was recorded. */
  base: z.string().nullable(),
  /** MAIN's branch, or an epic's integration branch. */
  target: z.string(),
  priority: z.int(),
})
export type BranchPlace = z.infer<typeof BranchPlace>

export const StepView = LandingStep.omit({ projectId: true })
export type StepView = z.infer<typeof StepView>

/** A commit of MAIN or of an integration branch with its proof. */
export const LandingView = Landing.omit({ projectId: true }).extend({
  project: z.string(),
  briefIds: z.array(z.int()),
  steps: z.array(StepView),
})
export type LandingView = z.infer<typeof LandingView>

/** A submission with why it waits and the newest run of each gate on it. */
/** The landing of `mergeId` was taken back by that of `by`. */
export const TakenBack = z.object({ mergeId: z.int(), by: z.int(), at: z.string() })
export type TakenBack = z.infer<typeof TakenBack>

export const MergeMention = Submission.pick({
  id: true,
  branch: true,
  target: true,
  status: true,
  reason: true,
  submittedAt: true,
  movedAt: true,
  landedCommit: true,
})

export const MergeView = Submission.omit({ projectId: true }).extend({
  project: z.string(),
  title: z.string().nullable(),
  /** From 1, among those that wait for the same branch; null when it does not. */
  place: z.int().nullable(),
  waits: z.string().optional(),
  /** Once landed: what took it back, and when. */
  takenBack: TakenBack.optional(),
  /** Earlier landings of its branch that were taken back: their commits do not come back by landing it again. */
  lost: z.array(TakenBack).optional(),
})
export type MergeView = z.infer<typeof MergeView>

/** MAIN of a project with what guards it. */
export const MainView = Main.pick({
  standing: true,
  layers: true,
  guarded: true,
  errand: true,
  reason: true,
  saved: true,
  overlaps: true,
  forecastAt: true,
}).extend({
  project: z.string(),
  path: z.string(),
  branch: z.string(),
  /** One that was begun: until it is done or undone MAIN's files may be of either commit. */
  landing: z
    .object({ branch: z.string(), from: z.string(), to: z.string(), mergeIds: z.array(z.int()), begunAt: z.string() })
    .optional(),
  /** The newest push, when it did not get through: what stood in the way, and since when it was tried last. */
  unpushed: z.object({ commit: z.string(), lines: z.array(z.string()), at: z.string() }).optional(),
  /** The ref of a rescue that failed on its way: main.rescue goes on with it. */
  unfinished: z.string().optional(),
  /** Why nothing lands now. */
  waits: z.string().optional(),
  /** What had landed and is not in it any more, as somebody moved its branch back; kept below refs/flower/landed. */
  lost: z.object({ commits: z.array(z.string()), mergeIds: z.array(z.int()) }).optional(),
  /** Its tip is red by itself, by this run of a gate: only what mends that lands. */
  red: Verdict.extend({ since: z.string() }).optional(),
  paused: z.object({ by: z.string(), at: z.string(), reason: z.string() }).optional(),
})
export type MainView = z.infer<typeof MainView>

/** A flower.yaml: `hash` is the SHA-256 of its content, `parsed` is left out when it has problems. */
export const ConfigurationView = z.object({
  hash: z.string(),
  /** Its commands may run: an operator has trusted this very content, or there are none. */
  trusted: z.boolean(),
  problems: z.array(z.string()),
  /** The branch that it names as MAIN's, where another is registered. */
  otherBranch: z.string().optional(),
  /** What it would run. */
  commands: z.array(z.object({ path: z.string(), text: z.string() })),
  parsed: z.unknown().optional(),
})
export type ConfigurationView = z.infer<typeof ConfigurationView>

/** A run of a gate that has not ended. */
export const RunningGate = z.object({
  gate: z.string(),
  commit: z.string(),
  startedAt: z.string(),
  lines: z.array(z.string()),
})
export type RunningGate = z.infer<typeof RunningGate>

export const ProjectView = Project.omit({ node: true, removedAt: true }).extend({
  openBriefs: z.int(),
  liveDispatches: z.int(),
})
export type ProjectView = z.infer<typeof ProjectView>

export const ScratchpadView = Scratchpad.extend({ project: z.string() })
export type ScratchpadView = z.infer<typeof ScratchpadView>
export const ScratchpadRow = ScratchpadView.omit({ body: true }).extend({ characters: z.int() })

/** A fault that `doctor` or `verify` found, with its cure. */
export const Complaint = z.object({ what: z.string(), severity: z.enum(['fault', 'warning']), cure: z.string() })
export type Complaint = z.infer<typeof Complaint>

/** Words for an agent. */
export const MessageView = z.object({ id: z.int(), from: z.string(), body: z.string(), at: z.string() })
export type MessageView = z.infer<typeof MessageView>
