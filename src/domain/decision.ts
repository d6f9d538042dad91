/** A question to the operator or to an agent, asked asynchronously. Nobody blocks on a prompt. */
import { z } from 'zod'
import type { Change } from './change.ts'
import { newEvent } from './events/catalogue.ts'
import { decisionRef } from './ref.ts'
import { Refusal } from './refusal.ts'

export const DecisionOption = z.object({ label: z.string(), detail: z.string().optional() })
export type DecisionOption = z.infer<typeof DecisionOption>

export const decisionStatuses = ['open', 'answered', 'withdrawn'] as const

/** A set of decisions; released together (`all`) once its last open member is answered or withdrawn, or one by one (`each`). */
export const DecisionGroup = z.object({ name: z.string(), release: z.enum(['all', 'each']) })
export type DecisionGroup = z.infer<typeof DecisionGroup>

export const Decision = z.object({
  id: z.int(),
  projectId: z.int(),
  briefId: z.int().nullable(),
  header: z.string(),
  body: z.string(),
  options: z.array(DecisionOption),
  assignee: z.string().nullable(),
  /** While open, its Brief can't be handed over. */
  blocking: z.boolean(),
  group: DecisionGroup.nullable(),
  status: z.enum(decisionStatuses),
  answer: z.string().nullable(),
  option: z.string().nullable(),
  askedBy: z.string(),
  askedAt: z.string(),
  answeredBy: z.string().nullable(),
  answeredAt: z.string().nullable(),
  /** When the asker may act on it: at the answer, or when its set was released. */
  releasedAt: z.string().nullable(),
  acknowledgedAt: z.string().nullable(),
})
export type Decision = z.infer<typeof Decision>

type Ending = {
  status: 'answered' | 'withdrawn'
  answer: string | null
  option: string | null
  by: string
  now: string
}

/** Answers or withdraws a decision, and releases what that frees: itself, or its whole set. */
export function endDecision(decision: Decision, others: Decision[], ending: Ending): Change {
  if (decision.status !== 'open') {
    throw new Refusal('decision.closed', {
      decisionId: decision.id,
      status: decision.status,
      answer: decision.answer,
      answeredBy: decision.answeredBy,
    })
  }
  const waits =
    decision.group?.release === 'all' && others.some(each => each.id !== decision.id && each.status === 'open')
  const ended: Decision = {
    ...decision,
    status: ending.status,
    answer: ending.answer,
    option: ending.option,
    answeredBy: ending.by,
    answeredAt: ending.now,
    releasedAt: waits ? null : ending.now,
  }
  const freed = waits
    ? []
    : others.filter(each => each.id !== decision.id && each.status !== 'open' && !each.releasedAt)
  const payload = {
    decisionId: decision.id,
    header: decision.header,
    answer: ending.answer ?? undefined,
    option: ending.option ?? undefined,
  }
  const type = ending.status === 'answered' ? ('decision_answered' as const) : ('decision_withdrawn' as const)
  return {
    decisions: [ended, ...freed.map(each => ({ ...each, releasedAt: ending.now }))],
    events: [newEvent(type, decision.briefId, payload, decision.projectId)],
  }
}

/** The label that was chosen, by label or by number from 1; refuses what is not offered. */
export function chosenOption(decision: Decision, option: string | number | undefined): string | null {
  if (option === undefined) return null
  const labels = decision.options.map(each => each.label)
  const byNumber = /^\d+$/.test(String(option)) ? labels[Number(option) - 1] : undefined
  const chosen = labels.find(label => label === String(option)) ?? byNumber
  if (chosen !== undefined) return chosen
  throw new Refusal('decision.option_unknown', {
    decisionId: decision.id,
    option,
    options:
      labels.map((label, at) => `${at + 1} ${label}`).join(', ') ||
      `none: ${decisionRef(decision.id)} is answered in words`,
  })
}

/** An answer in words that is just the number or the label of an option means that option. */
export function optionMeant(decision: Decision, answer: string | undefined): string | undefined {
  const said = answer?.trim()
  const at = decision.options.findIndex((each, index) => said === each.label || said === String(index + 1))
  return decision.options[at]?.label
}
