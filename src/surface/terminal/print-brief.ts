/** How Briefs read on a terminal. */
import type { Output } from '#contract/catalogue.ts'
import type { BriefRow } from '#contract/shapes.ts'
import { describeBlock } from '#domain/blocked.ts'
import { spokenType } from '#domain/events/catalogue.ts'
import { briefRef, dispatchRef } from '#domain/ref.ts'
import { facts, indent, oneLine, type Paper, section, table } from './paper.ts'
import { printDecision } from './print-decision.ts'

type Recall = Output<'recall.brief'>
type Event = Recall['trace'][number]
type Rollup = NonNullable<BriefRow['rollup']>

export const spoken = (status: string): string => status.replaceAll('_', ' ')

export const printBriefs = (answer: { items: BriefRow[] }, paper: Paper): string =>
  table(
    [
      { head: 'brief', ink: 'cyan' },
      { head: 'status' },
      { head: 'title', fills: true },
      { head: 'now' },
      { head: 'p' },
      { head: 'project', ink: 'faint' },
      { head: 'moved', ink: 'faint' },
    ],
    answer.items.map(row => [
      briefRef(row.id),
      spoken(row.status),
      row.title,
      oneLine(stateOf(row), paper.width * 0.4),
      row.priority === 2 ? '' : String(row.priority),
      sameProject(answer.items) ? '' : row.project,
      paper.when(row.movedAt),
    ]),
    paper,
  ) || 'No Briefs.\n'

const sameProject = (rows: { project: string }[]): boolean => new Set(rows.map(row => row.project)).size === 1

/** What it does or waits for, shortest first. */
function stateOf(row: Omit<BriefRow, 'dependsOn'>): string {
  const [live] = row.live
  const states = [
    live && `${dispatchRef(live.id)} ${live.leg}, ${live.holder ?? live.status}`,
    row.blocked.length > 0 && `blocked: ${row.blocked.map(each => oneLine(describeBlock(each), 40)).join(', ')}`,
    row.needsApproval && !row.approved && 'needs approval',
    row.openDecisions > 0 && `${row.openDecisions} open ${row.openDecisions === 1 ? 'decision' : 'decisions'}`,
    row.rollup && `${row.rollup.complete} of ${row.rollup.total}`,
    row.foldedInto && `folded into ${briefRef(row.foldedInto)}`,
    row.dispatchable && !live && 'dispatchable',
  ]
  return states.filter(Boolean).join('; ')
}

export const printSimilar = (answer: Output<'brief.similar'>, paper: Paper): string =>
  table(
    [
      { head: 'brief', ink: 'cyan' },
      { head: 'status' },
      { head: 'title', fills: true },
      { head: 'in common', ink: 'faint' },
    ],
    answer.items.map(row => [briefRef(row.id), spoken(row.status), row.title, row.words.join(' ')]),
    paper,
  ) || 'Nothing open is about the same.\n'

export const printWhy = (answer: Output<'brief.why'>, paper: Paper): string =>
  `${paper.ink('cyan', briefRef(answer.briefId))} ${paper.said(answer.why)}\n` +
  facts(
    [
      ['since', paper.when(answer.since)],
      ['who', answer.who],
    ],
    paper,
  )

export function printSpecHistory(answer: Output<'brief.specHistory'>, paper: Paper): string {
  const list = table(
    [
      { head: 'revision', ink: 'cyan' },
      { head: 'lines' },
      { head: 'characters' },
      { head: 'by' },
      { head: 'when', ink: 'faint' },
    ],
    answer.items.map(row => [
      `r${row.revision}`,
      `+${row.plus} −${row.minus}`,
      String(row.characters),
      row.actor,
      paper.when(row.at),
    ]),
    paper,
  )
  return (
    (list || 'No spec is written yet: revision 0.\n') +
    section('Spec', ended(answer.spec), paper) +
    section('Against the one before', ended(answer.diff), paper)
  )
}

export const ended = (text: string | undefined): string => (text ? (text.endsWith('\n') ? text : `${text}\n`) : '')

export function printBrief(answer: Recall, paper: Paper): string {
  const { brief } = answer
  const text = brief.text && brief.text.trim() !== brief.title ? ended(brief.text) : ''
  return [
    `${paper.ink('cyan', briefRef(brief.id))} ${paper.ink('bold', brief.title)}\n`,
    facts(headFacts(answer, paper), paper),
    section('Captured', indent(text), paper),
    section(`Spec, r${brief.revision}`, indent(ended(answer.spec)), paper),
    section('Decisions', answer.decisions.map(each => printDecision(each, paper)).join(''), paper),
    section('Around it', printRelations(answer, paper), paper),
    section('Dispatches', printDispatches(answer, paper), paper),
    section('Links and files', printLinks(answer, paper), paper),
    section('Trace', printTrace(answer.trace, paper), paper),
    answer.cut ? `\n${paper.ink('faint', `Left out: ${answer.cut.what.join(', ')}. ${answer.cut.how}`)}\n` : '',
  ].join('')
}

const headFacts = ({ brief, participants }: Recall, paper: Paper): [string, string | undefined][] => [
  ['status', [spoken(brief.status), stateOf(brief)].filter(Boolean).join(' · ')],
  ['project', brief.project],
  ['captured', `${paper.when(brief.createdAt)} by ${brief.createdBy}${brief.origin === 'note' ? '' : ` from ${brief.origin}`}`],
  ['switches', switches(brief)],
  ['priority', brief.priority === 2 ? undefined : String(brief.priority)],
  ['labels', brief.labels.join(' ')],
  ['budget', brief.budget ? [brief.budget.tokens && `${brief.budget.tokens} tokens`, brief.budget.usd && `$${brief.budget.usd}`].filter(Boolean).join(', ') : undefined],
  ['approved', brief.approvedBy ? `by ${brief.approvedBy} ${paper.when(brief.approvedAt)}` : undefined],
  ['review', brief.reviewed ?? undefined],
  ['with', participants.map(each => each.actor).join(', ')],
] // biome-ignore format: one fact a line

const switches = (brief: Recall['brief']): string =>
  [brief.autoDispatch && 'auto-dispatch', brief.designLoop && 'design loop', brief.review && 'review gate', brief.needsApproval && 'needs approval']
    .filter(Boolean)
    .join(', ') // biome-ignore format: a row of switches

function printRelations({ relationships }: Recall, paper: Paper): string {
  const { parent, children, rollup, dependsOn, dependents } = relationships
  const mention = (each: { id: number; title: string; status: string; blocked: boolean }): string =>
    `${briefRef(each.id)} ${oneLine(each.title, 60)} (${spoken(each.status)}${each.blocked ? ', blocked' : ''})`
  return indent(
    facts(
      [
        ['epic', parent && mention(parent)],
        ['children', [rollup && printRollup(rollup), ...children.map(each => `${each.wave === null ? '' : `wave ${each.wave}  `}${mention(each)}`)].filter(Boolean).join('\n')],
        ['depends on', dependsOn.map(mention).join('\n')],
        ['holds up', dependents.map(mention).join('\n')],
      ],
      paper,
    ),
  ) // biome-ignore format: one relation a line
}

const printRollup = (sum: Rollup): string =>
  [`${sum.complete} of ${sum.total} complete`, counted(sum.active, 'active'), counted(sum.inReview, 'in review'), counted(sum.blocked, 'blocked'), counted(sum.waiting, 'waiting')]
    .filter(Boolean)
    .join(', ') // biome-ignore format: one row of counts

const counted = (count: number, word: string): string => (count > 0 ? `${count} ${word}` : '')

const printDispatches = ({ dispatches }: Recall, paper: Paper): string =>
  indent(
    table(
      [{ head: 'dispatch', ink: 'cyan' }, { head: 'status' }, { head: 'leg' }, { head: 'attempt' }, { head: 'holder' }, { head: 'lease' }, { head: 'waits', fills: true }],
      dispatches.map(each => [
        dispatchRef(each.id),
        each.status,
        `${each.leg}, ${each.kind}`,
        String(each.attempt),
        each.holder ?? '',
        paper.when(each.leaseExpiresAt),
        paper.said(each.waits ?? each.reason ?? ''),
      ]),
      paper,
    ),
  ) // biome-ignore format: one row of heads

const printLinks = ({ links, attachments }: Recall, paper: Paper): string =>
  [
    ...links.map(each => `  ${each.type} ${each.ref}${each.title ? ` ${each.title}` : ''} ${paper.ink('faint', `${each.relation}, ${each.actor}`)}\n`),
    ...attachments.map(each => `  ${each.name} ${Math.max(1, Math.round(each.bytes / 1024))} KB ${paper.ink('faint', `${each.mediaType}, ${each.actor}`)}\n`),
  ].join('') // biome-ignore format: one kind a line

/** Oldest first, as it happened. */
export const printTrace = (events: readonly Event[], paper: Paper): string =>
  [...events]
    .sort((a, b) => a.seq - b.seq)
    .map(event => {
      const about = [paper.ink('bold', spokenType(event.type)), event.words].filter(Boolean).join(' ')
      const who = paper.ink('faint', `${event.actor.kind}:${event.actor.ref}, ${paper.when(event.at)}`)
      const body = event.body ? `${indent(event.body.trimEnd(), '         ')}\n` : ''
      return `  ${paper.ink('faint', String(event.seq).padStart(5))}  ${about}  ${who}\n${body}`
    })
    .join('')

export const printTraceList = (answer: Output<'trace.list'>, paper: Paper): string =>
  printTrace(answer.items, paper) || 'No events.\n'
