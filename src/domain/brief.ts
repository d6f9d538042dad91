/** A Brief: its shape, and what may happen to it by hand. */
import { z } from 'zod'
import type { Actor } from './actor.ts'
import { actorName } from './actor.ts'
import type { BlockReason } from './blocked.ts'
import { describeBlock } from './blocked.ts'
import type { Change } from './change.ts'
import { newEvent } from './events/catalogue.ts'
import { mergeRef, type SubmissionStatus } from './landing/submission.ts'
import { briefRef, dispatchRef } from './ref.ts'
import { Refusal } from './refusal.ts'
import { BriefStatus, isClosed, isMachineStatus, Origin } from './status.ts'

/** What a Brief may cost: tokens in all, money in US dollars. */
export const Budget = z.object({ tokens: z.int().positive().optional(), usd: z.number().positive().optional() })
export type Budget = z.infer<typeof Budget>

/** Times are ISO 8601 in UTC. `priority` 0 is the most urgent, 4 the least. */
export const Brief = z.object({
  id: z.int(),
  projectId: z.int(),
  title: z.string(),
  /** What was captured, to the character. */
  text: z.string(),
  spec: z.string(),
  /** Counts the writes of the spec; 0 before the first. */
  revision: z.int(),
  status: BriefStatus,
  origin: Origin,
  parentId: z.int().nullable(),
  priority: z.int().min(0).max(4),
  labels: z.array(z.string()),
  autoDispatch: z.boolean(),
  designLoop: z.boolean(),
  review: z.boolean(),
  needsApproval: z.boolean(),
  /** Of an epic: its children land on a branch of its own, and that lands in MAIN once, as a whole. */
  integration: z.boolean(),
  approvedBy: z.string().nullable(),
  approvedAt: z.string().nullable(),
  /** The newest verdict of a review leg since the last build or fix. */
  reviewed: z.enum(['pass', 'changes']).nullable(),
  budget: Budget.nullable(),
  foldedInto: z.int().nullable(),
  importKey: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.string(),
  movedAt: z.string(),
  endedAt: z.string().nullable(),
})
export type Brief = z.infer<typeof Brief>

/** The flags that `brief.configure` sets. */
export type BriefSettings = Partial<
  Pick<
    Brief,
    | 'title'
    | 'autoDispatch'
    | 'designLoop'
    | 'review'
    | 'needsApproval'
    | 'integration'
    | 'priority'
    | 'labels'
    | 'budget'
  >
>

export type CaptureInput = {
  id: number
  projectId: number
  text: string
  title: string
  spec: string
  origin: Origin
  settings: BriefSettings
  actor: Actor
  now: string
}

export function capture(input: CaptureInput): Change & { briefs: [Brief] } {
  const { id, actor, now } = input
  const brief: Brief = {
    id,
    projectId: input.projectId,
    title: input.title,
    text: input.text,
    spec: input.spec,
    revision: input.spec ? 1 : 0,
    status: input.spec ? 'refining' : 'idea',
    origin: input.origin,
    parentId: null,
    priority: 2,
    labels: [],
    autoDispatch: false,
    designLoop: false,
    review: false,
    needsApproval: false,
    integration: false,
    budget: null,
    ...input.settings,
    approvedBy: null,
    approvedAt: null,
    reviewed: null,
    foldedInto: null,
    importKey: null,
    createdBy: actorName(actor),
    createdAt: now,
    movedAt: now,
    endedAt: null,
  }
  const events = [newEvent('captured', id, { title: brief.title, text: brief.text, origin: brief.origin })]
  if (brief.spec)
    events.push(
      newEvent('spec_snapshot', id, {
        revision: 1,
        characters: brief.spec.length,
        plus: lineCount(brief.spec),
        minus: 0,
      }),
    )
  return { briefs: [brief], events }
}

const lineCount = (text: string): number => (text === '' ? 0 : text.split('\n').length)

/** What stands in the way of a status that somebody sets by hand. */
export type Standing = {
  /** The live dispatches of the Brief. */
  live: { id: number; holder: string | null }[]
  blocked: BlockReason[]
  openDecisions: number
  openChildren: number
  /** Its submission that may still land. */
  toLand: { id: number; status: SubmissionStatus } | undefined
}

/** Sets a status by hand. Hand-overs set `dispatched`, `in_progress` and `in_review` themselves. */
export function setStatus(
  brief: Brief,
  to: BriefStatus,
  standing: Standing,
  context: { actor: Actor; now: string; reason?: string | undefined },
): Change {
  if (brief.status === to) return { events: [] }
  const refuse = (because: string, cure: string): never => {
    throw new Refusal('brief.status_kept', { briefId: brief.id, from: brief.status, to, because, cure })
  }
  if (isMachineStatus(to)) refuse('a hand-over sets it', `Hand it over with brief.dispatch {briefId: ${brief.id}}.`)
  const held = standing.live.find(each => each.holder)
  if (held)
    refuse(
      `${held.holder} holds ${dispatchRef(held.id)}`,
      `Cancel it first with dispatch.cancel {dispatchId: ${held.id}}.`,
    )
  const queued = standing.live[0]
  if (queued)
    refuse(`${dispatchRef(queued.id)} is queued`, `Cancel it first with dispatch.cancel {dispatchId: ${queued.id}}.`)
  if (to === 'complete') refuseUnfinished(brief, standing, context.actor, refuse)
  const foldedInto = isClosed(to) ? brief.foldedInto : null
  const next: Brief = { ...brief, status: to, foldedInto, endedAt: isClosed(to) ? context.now : null }
  return {
    briefs: [next],
    events: [newEvent('status_changed', brief.id, { from: brief.status, to, reason: context.reason })],
  }
}

function refuseUnfinished(
  brief: Brief,
  standing: Standing,
  actor: Actor,
  refuse: (because: string, cure: string) => never,
): void {
  if (actor.kind === 'agent')
    refuse('only an operator completes it by hand', 'Finish your dispatch with dispatch.complete.')
  if (standing.openDecisions > 0)
    refuse(
      `${standing.openDecisions} ${standing.openDecisions === 1 ? 'decision is' : 'decisions are'} open`,
      'Answer or withdraw them: recall.decisions lists them.',
    )
  if (standing.openChildren > 0)
    refuse(`${standing.openChildren} children are open`, 'Complete or cancel the children first.')
  const { toLand } = standing
  if (toLand)
    refuse(
      `${mergeRef(toLand.id)} is ${toLand.status} and not in MAIN yet`,
      `Let it land, which completes it; or take it out first with merge.cancel {mergeId: ${toLand.id}}.`,
    )
  if (standing.blocked.length > 0)
    refuse(
      `it is blocked: ${standing.blocked.map(describeBlock).join(', ')}`,
      `Finish what blocks it, or take the dependency away with brief.relate {briefId: ${brief.id}, removeDependsOn}.`,
    )
  if (brief.review && brief.reviewed !== 'pass')
    refuse(
      'its review gate has not passed',
      `Ask for one with review.request {briefId: ${brief.id}}, or turn the gate off with brief.configure {briefId: ${brief.id}, review: false}.`,
    )
}

/** Refuses a hand-over of a Brief that is closed, set aside, unapproved or blocked. */
export function assertDispatchable(brief: Brief, blocked: BlockReason[]): void {
  if (isClosed(brief.status) || brief.status === 'deferred')
    throw new Refusal('brief.closed', { briefId: brief.id, status: brief.status })
  if (isUnapproved(brief)) throw new Refusal('brief.unapproved', { briefId: brief.id })
  if (blocked.length > 0) {
    throw new Refusal('brief.blocked', {
      briefId: brief.id,
      because: blocked.map(describeBlock).join(', '),
      reasons: blocked,
    })
  }
}

export const isUnapproved = (brief: Pick<Brief, 'needsApproval' | 'approvedAt'>): boolean =>
  brief.needsApproval && !brief.approvedAt

/** Ready to be handed over: planned and with nothing in the way. */
export const isDispatchable = (
  brief: Pick<Brief, 'status' | 'needsApproval' | 'approvedAt'>,
  blocked: BlockReason[],
): boolean => brief.status === 'planned' && blocked.length === 0 && !isUnapproved(brief)

/** `held`: children whose work is on the epic's own branch and not in MAIN. An agent doesn't let a Brief off its approval. */
export function configure(brief: Brief, settings: BriefSettings, held: readonly number[], actor: Actor): Change {
  if (settings.needsApproval === false && isUnapproved(brief) && actor.kind === 'agent')
    throw new Refusal('brief.unapproved', { briefId: brief.id })
  if (settings.integration === false && held.length > 0)
    throw new Refusal('brief.integrating', { briefId: brief.id, held: held.map(briefRef) })
  const changes = Object.entries(settings).filter(
    ([key, value]) => JSON.stringify(brief[key as keyof Brief]) !== JSON.stringify(value),
  )
  if (changes.length === 0) return { events: [] }
  const set = Object.fromEntries(changes)
  return { briefs: [{ ...brief, ...set }], events: [newEvent('configured', brief.id, { set })] }
}

export function approve(brief: Brief, actor: Actor, now: string): Change {
  if (brief.approvedAt) return { events: [] }
  return {
    briefs: [{ ...brief, approvedBy: actorName(actor), approvedAt: now }],
    events: [newEvent('approved', brief.id, {})],
  }
}

/** Folds a duplicate into another Brief: both say so, the source is cancelled and keeps its words. What is in MAIN is no duplicate. */
export function fold(source: Brief, into: Brief, standing: Standing, context: { actor: Actor; now: string }): Change {
  if (source.id === into.id)
    throw new Refusal('input.invalid', {
      operation: 'brief.fold',
      field: 'into',
      problem: "a Brief can't be folded into itself",
    })
  if (source.foldedInto === into.id && isClosed(source.status)) return { events: [] }
  if (source.status === 'complete') throw new Refusal('brief.closed', { briefId: source.id, status: source.status })
  if (isClosed(into.status)) throw new Refusal('brief.closed', { briefId: into.id, status: into.status })
  const cancelled = setStatus(source, 'cancelled', standing, { ...context, reason: `folded into #${into.id}` })
  const [after] = cancelled.briefs ?? [source]
  return {
    briefs: [{ ...(after ?? source), foldedInto: into.id }],
    events: [
      newEvent('folded', source.id, { into: into.id, from: source.id, title: into.title }),
      newEvent('folded', into.id, { into: into.id, from: source.id, title: source.title, text: source.text }),
      ...cancelled.events,
    ],
  }
}

/** Pictures that a browser shows and that can't run anything; every other attachment is only ever downloaded. */
const pictures: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

export const isPicture = (mediaType: string): boolean => pictures.has(mediaType)
