/** How questions read on a terminal. */
import type { Output } from '#contract/catalogue.ts'
import type { DecisionView } from '#contract/shapes.ts'
import { briefRef, decisionRef } from '#domain/ref.ts'
import { indent, type Paper } from './paper.ts'

export const printDecisions = (answer: Output<'recall.decisions'>, paper: Paper): string =>
  answer.items.map(each => printDecision(each, paper)).join('') || 'No decisions.\n'

/** The question, what stands to choose, and the answer with who gave it. */
export function printDecision(decision: DecisionView, paper: Paper): string {
  const about = [
    decision.briefId === null ? decision.project : briefRef(decision.briefId),
    `${decision.askedBy} ${paper.when(decision.askedAt)}`,
    decision.assignee && `for ${decision.assignee}`,
    decision.blocking && decision.status === 'open' && 'blocking',
    decision.group && `set ${decision.group.name}`,
  ]
  const mark = decision.status === 'open' ? paper.ink('yellow', '?') : paper.ink('green', '✓')
  const lines = [
    `${mark} ${paper.ink('cyan', decisionRef(decision.id))} ${paper.ink('bold', decision.header)}  ${paper.ink('faint', about.filter(Boolean).join(', '))}`,
    ...(decision.body ? [indent(decision.body.trimEnd(), '    ')] : []),
    ...optionsOf(decision),
    ...decision.discussion.map(post => indent(`${post.actor}: ${post.body.trimEnd()}`, '    ')),
    ...endOf(decision, paper),
  ]
  return `${lines.join('\n')}\n`
}

const optionsOf = (decision: DecisionView): string[] =>
  decision.status === 'open'
    ? decision.options.map((each, at) => `    ${at + 1} ${each.label}${each.detail ? `: ${each.detail}` : ''}`)
    : []

function endOf(decision: DecisionView, paper: Paper): string[] {
  if (decision.status === 'open') return []
  const words = [decision.option, decision.answer].filter(Boolean).join(': ')
  const by = paper.ink(
    'faint',
    `${decision.status} by ${decision.answeredBy ?? 'the asker'} ${paper.when(decision.answeredAt)}`,
  )
  return [indent(`${words ? `${words}  ` : ''}${by}`, '    ')]
}
