/** What the page of a Brief says about it, its dispatches and its events, apart from how it is drawn. */
import type { BriefRecall } from '#contract/recall.ts'
import type { DispatchView, Event } from '#contract/shapes.ts'
import { briefRef, decisionRef } from '#domain/ref.ts'
import type { RollupPart } from '../../bloom/figure.tsx'
import type { BloomStatus, NodeShape, Tone, WorkState } from '../../bloom/glyph.tsx'

export type BriefHead = BriefRecall['brief']
type Block = BriefHead['blocked'][number]

const closed: readonly BloomStatus[] = ['complete', 'cancelled', 'abandoned']

/** Ended: nothing more is expected of it. */
export const isClosed = (status: BloomStatus): boolean => closed.includes(status)

/** What a block waits for: its reference, and the words around it. */
export function blockWords(block: Block): { ref: string; href: string; words: string; title: string } {
  if (block.kind === 'decision') {
    const ref = decisionRef(block.decisionId)
    return { ref, href: `#${ref}`, words: 'is not answered', title: block.header }
  }
  const words = block.ended ? `ended as ${block.status}` : 'is not in MAIN'
  return { ref: briefRef(block.briefId), href: `/briefs/${block.briefId}`, words, title: block.title }
}

/** All blocks in one line, for a reason beside a button. */
export const blockedLine = (brief: BriefHead): string =>
  `blocked: ${brief.blocked
    .map(blockWords)
    .map(block => `${block.ref} ${block.words}`)
    .join(', ')}`

export const isUnapproved = (brief: Pick<BriefHead, 'needsApproval' | 'approved'>): boolean =>
  brief.needsApproval && !brief.approved

/** Why it can't be handed over now; undefined when it can. The house decides again when it is asked. */
export function whyNotDispatched(brief: BriefHead): string | undefined {
  const live = brief.live[0]
  if (isClosed(brief.status) || brief.status === 'deferred')
    return `it is ${brief.status}: reopen it to hand it over again`
  if (isUnapproved(brief)) return 'it waits for an operator’s approval'
  if (brief.blocked.length > 0) return blockedLine(brief)
  if (live !== undefined) return `d${live.id} (${live.leg}) is ${live.status}: wait for it, or cancel it`
  return undefined
}

/** How a dispatch looks: a queued one that waits for its time or an answer is no plain queue. */
export function dispatchState(dispatch: Pick<DispatchView, 'status' | 'waits'>): WorkState {
  return dispatch.status === 'queued' && dispatch.waits !== undefined ? 'waits' : dispatch.status
}

/** Waiting or held: not yet at an end. */
export const isLive = ({ status }: Pick<DispatchView, 'status'>): boolean =>
  status === 'queued' || status === 'claimed' || status === 'running'

export const newestFirst = (attempts: DispatchView['attempts']): DispatchView['attempts'] =>
  attempts.toSorted((one, other) => other.number - one.number)

export const spoken = (word: string): string => word.replaceAll('_', ' ')

const nodes: Record<Event['tone'], { node: NodeShape; tone?: Exclude<Tone, 'petal'> }> = {
  house: { node: 'plain' },
  words: { node: 'words' },
  text: { node: 'page' },
  question: { node: 'ask', tone: 'amber' },
  good: { node: 'leaf', tone: 'leaf' },
  bad: { node: 'thorn', tone: 'clay' },
}

/** The node of an event on the stem; it follows from its tone. */
export const nodeOf = (event: Event) => nodes[event.tone]

/** An epic's roll-up as the bars show it. */
export function rollupParts(
  rollup: NonNullable<BriefRecall['relationships']['rollup']>,
): Partial<Record<RollupPart, number>> {
  const { complete, inReview, active, blocked, waiting } = rollup
  return { landed: complete, review: inReview, now: active, blocked, waiting }
}
