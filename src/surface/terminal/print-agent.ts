/** How agents read on a terminal: who works, what a Brief's agents used, what one said. */
import type { Output } from '#contract/catalogue.ts'
import type { AgentSaid } from '#domain/agent/said.ts'
import { briefRef, dispatchRef, ref } from '#domain/ref.ts'
import { oneLine, type Paper, table } from './paper.ts'
import { spoken } from './print-brief.ts'

/** Cells for what somebody said last: a glance, not the whole. */
export const mostWords = 40

export function printAgents({ items, caps }: Output<'agent.list'>, paper: Paper): string {
  const isOne = new Set(items.map(each => each.project)).size <= 1
  const rows = table(
    [
      { head: 'agent', ink: 'cyan' },
      { head: 'is' },
      { head: 'project', ink: 'faint' },
      { head: 'brief', ink: 'cyan' },
      { head: 'leg' },
      { head: 'worktree' },
      { head: 'context', ink: 'faint' },
      { head: 'cost', ink: 'faint' },
      { head: 'seen', ink: 'faint' },
      { head: 'says', fills: true },
    ],
    items.map(row => [
      row.actor,
      spoken(row.liveness),
      isOne ? '' : row.project,
      row.briefId === null ? '' : briefRef(row.briefId),
      row.leg ?? '',
      row.worktreeId === null ? '' : ref('worktree', row.worktreeId),
      contextOf(row.contextTokens, row.contextWindow),
      row.usd > 0 ? `$${row.usd.toFixed(2)}` : '',
      paper.when(row.seenAt),
      oneLine(row.waits === undefined ? (row.lastWords ?? '') : paper.said(row.waits), mostWords),
    ]),
    paper,
  )
  const running = caps.map(each => `${each.project} runs ${each.running} of at most ${each.most}\n`).join('')
  return (rows || 'Nobody works.\n') + paper.ink('faint', running)
}

const thousands = (tokens: number): string => (tokens < 1_000 ? String(tokens) : `${Math.round(tokens / 1_000)}k`)

/** `88k`; where its window is known `44%`. */
export const contextOf = (tokens: number | null, window: number | null): string =>
  tokens === null ? '' : window ? `${Math.round((100 * tokens) / window)}%` : thousands(tokens)

export const printRuns = ({ items }: Output<'agent.runs'>, paper: Paper): string =>
  table(
    [
      { head: 'run', ink: 'cyan' },
      { head: 'agent' },
      { head: 'dispatch', ink: 'cyan' },
      { head: 'leg' },
      { head: 'is' },
      { head: 'model' },
      { head: 'tokens' },
      { head: 'cost' },
      { head: 'began', ink: 'faint' },
      { head: 'why', fills: true },
    ],
    items.map(row => [
      `r${row.id}`,
      row.actor,
      dispatchRef(row.dispatchId),
      row.attempt === null || row.attempt === 1 ? row.leg : `${row.leg}, attempt ${row.attempt}`,
      row.status,
      row.model ?? row.harness,
      row.tokens > 0 ? thousands(row.tokens) : '',
      row.usd > 0 ? `$${row.usd.toFixed(2)}` : '',
      paper.when(row.createdAt),
      oneLine(paper.said(row.reason ?? ''), mostWords),
    ]),
    paper,
  ) || 'No agent was started for it.\n'

export const printAgentLog = ({ items }: Output<'agent.log'>, paper: Paper): string =>
  items.map(({ at, said }) => `${paper.ink('faint', paper.when(at).padStart(8))}  ${saidLine(said)}\n`).join('') ||
  'It has said nothing yet.\n'

/** What kind of word it is, and of the rest what a person can read. */
function saidLine(said: AgentSaid): string {
  if (said.kind === 'text') return said.text.trimEnd().replaceAll('\n', '\n          ')
  if (said.kind === 'tool') return `→ ${said.name} ${oneLine(said.input, Number.POSITIVE_INFINITY)}`
  const { kind, ...rest } = said
  const parts = Object.values(rest).filter(each => typeof each !== 'object' && each !== '')
  return [spoken(kind), ...parts].join(' ')
}
