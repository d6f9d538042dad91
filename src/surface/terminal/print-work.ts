/** How hand-overs and who holds them read on a terminal. */
import type { Output } from '#contract/catalogue.ts'
import { briefRef, decisionRef, dispatchRef } from '#domain/ref.ts'
import { spellNext } from '../cli/spell-next.ts'
import { facts, indent, oneLine, type Paper, section, table } from './paper.ts'
import { contextOf, mostWords } from './print-agent.ts'
import { ended, spoken } from './print-brief.ts'

type Queue = Output<'recall.queue'>

export function printQueue(answer: Queue, paper: Paper): string {
  const text = [
    section('In flight', printRows(answer.inFlight, paper), paper),
    section('Queued', printRows(answer.queued, paper), paper),
    section(
      'Dispatchable',
      indent(
        table(
          [
            { head: 'brief', ink: 'cyan' },
            { head: 'title', fills: true },
            { head: 'project', ink: 'faint' },
          ],
          answer.dispatchable.map(row => [briefRef(row.id), row.title, row.project]),
          paper,
        ),
      ),
      paper,
    ),
    section(
      'Waiting',
      indent(
        table(
          [{ head: 'brief', ink: 'cyan' }, { head: 'status' }, { head: 'title', fills: true }, { head: 'why' }],
          answer.waiting.map(row => [
            briefRef(row.id),
            spoken(row.status),
            row.title,
            oneLine(paper.said(row.why), paper.width * 0.5),
          ]),
          paper,
        ),
      ),
      paper,
    ),
  ].join('')
  return text.replace(/^\n/, '') || 'Nothing is in flight, queued or waiting.\n'
}

const printRows = (rows: Queue['queued'], paper: Paper): string =>
  indent(
    table(
      [
        { head: 'dispatch', ink: 'cyan' },
        { head: 'brief', ink: 'cyan' },
        { head: 'leg' },
        { head: 'title', fills: true },
        { head: 'holder' },
        { head: 'lease', ink: 'faint' },
        { head: 'waits' },
        { head: 'since', ink: 'faint' },
      ],
      rows.map(row => [
        dispatchRef(row.id),
        briefRef(row.briefId),
        row.attempt > 1 ? `${row.leg}, attempt ${row.attempt}` : row.leg,
        row.title,
        row.holder ?? (row.meantFor ? `for ${row.meantFor}` : ''),
        paper.when(row.leaseExpiresAt),
        paper.said(row.waits ?? ''),
        paper.when(row.since),
      ]),
      paper,
    ),
  )

/** The packet is the answer's last part, whole, so that it can be copied. */
export const printClaim = (answer: Output<'dispatch.claim'>, paper: Paper): string =>
  facts(
    [
      [
        'dispatch',
        `${dispatchRef(answer.dispatchId)}, ${answer.leg} of ${briefRef(answer.briefId)}, attempt ${answer.attempt}`,
      ],
      ['token', String(answer.token)],
      ['lease', paper.said(`${paper.when(answer.leaseExpiresAt)}, until ${answer.leaseExpiresAt}`)],
      ['branch', answer.branch],
      ['worktree', answer.worktree.worktreePath ?? ''],
      ['repository', `${answer.worktree.mainPath}, MAIN is ${answer.worktree.primaryBranch}`],
    ],
    paper,
  ) +
  section('Decided since', answer.decided.map(decidedLines).join(''), paper) +
  section('Packet', ended(answer.packet), paper)

const decidedLines = ({ id, header, option, answer }: Output<'dispatch.claim'>['decided'][number]): string =>
  `  ${decisionRef(id)}  ${header}\n${indent([option, answer].filter(Boolean).join(': '), '     → ')}\n`

export const printHandOver = (answer: Output<'brief.dispatch'>, paper: Paper): string =>
  answer.wave ? printWave(answer.wave, paper) : printOne(answer, paper)

function printWave({ handedOver, waiting }: NonNullable<Output<'brief.dispatch'>['wave']>, paper: Paper): string {
  const given = handedOver.map(each => [briefRef(each.briefId), dispatchRef(each.dispatchId), each.branch])
  const left = waiting.map(each => [briefRef(each.briefId), '', each.because])
  return table(
    [{ head: 'Brief' }, { head: 'dispatch' }, { head: 'branch, or why it waits', fills: true }],
    [...given, ...left.map(row => row.map(paper.said))],
    paper,
  )
}

const printOne = (answer: Output<'brief.dispatch'>, paper: Paper): string =>
  facts(
    [
      ['dispatch', `${dispatchRef(answer.dispatchId)}, ${answer.leg} of ${briefRef(answer.briefId)}`],
      ['branch', answer.branch],
      ['packet', `${answer.packetTokens} tokens: flower dispatch show ${dispatchRef(answer.dispatchId)}`],
    ],
    paper,
  )

export function printDispatch({ dispatch }: Output<'dispatch.show'>, paper: Paper): string {
  const head = facts(
    [
      ['dispatch', `${dispatchRef(dispatch.id)}, ${dispatch.leg} of ${briefRef(dispatch.briefId)}, ${dispatch.kind}`],
      ['status', [dispatch.status, dispatch.reason, paper.said(dispatch.waits ?? '')].filter(Boolean).join(', ')],
      ['holder', dispatch.holder && `${dispatch.holder}, lease ${paper.when(dispatch.leaseExpiresAt)}`],
      ['attempts', `${dispatch.attempts.length}, ${dispatch.attemptsLeft} left`],
      ['branch', dispatch.branch],
      ['from', `${dispatch.createdBy} ${paper.when(dispatch.createdAt)}`],
      ['template', dispatch.template],
    ],
    paper,
  )
  const attempts = dispatch.attempts.map(each => {
    const end = each.outcome ? [each.outcome, each.reason].filter(Boolean).join(', ') : 'live'
    const words = each.summary ?? each.note
    return `  ${each.number}  ${each.actor}, ${paper.when(each.claimedAt)}: ${end}\n${words ? `${indent(words.trimEnd(), '     ')}\n` : ''}`
  })
  return head + section('Attempts', attempts.join(''), paper) + section('Packet', ended(dispatch.packet), paper)
}

export const printActive = (answer: Output<'recall.active'>, paper: Paper): string =>
  table(
    [
      { head: 'who' },
      { head: 'is' },
      { head: 'dispatch', ink: 'cyan' },
      { head: 'brief', ink: 'cyan' },
      { head: 'leg' },
      { head: 'works on, or said last', fills: true },
      { head: 'context', ink: 'faint' },
      { head: 'seen', ink: 'faint' },
    ],
    answer.items.map(row => [
      row.actor,
      row.liveness,
      row.dispatchId === null ? '' : dispatchRef(row.dispatchId),
      row.briefId === null ? '' : briefRef(row.briefId),
      row.leg ?? '',
      row.title ?? oneLine(row.lastWords ?? '', mostWords),
      contextOf(row.contextTokens, null),
      paper.when(row.lastSeenAt),
    ]),
    paper,
  ) || 'Nobody holds anything, and nobody was here lately.\n'

export const printOpenLoops = (answer: Output<'recall.openLoops'>, paper: Paper): string =>
  table(
    [
      { head: 'what', ink: 'cyan' },
      { head: 'brief', ink: 'cyan' },
      { head: 'loop', fills: true },
      { head: 'who' },
      { head: 'since', ink: 'faint' },
      { head: 'next', ink: 'faint' },
    ],
    answer.items.map(row => [
      row.ref,
      row.briefId === null || row.ref === briefRef(row.briefId) ? '' : briefRef(row.briefId),
      paper.said(row.what),
      row.who,
      paper.when(row.since),
      spellNext(row.next),
    ]),
    paper,
  ) || 'No loop is open.\n'
