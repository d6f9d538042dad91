/** How what is kept beside Briefs reads on a terminal: found things, notes, templates, complaints, proofs. */
import type { Output } from '#contract/catalogue.ts'
import { briefRef } from '#domain/ref.ts'
import { spellNext } from '../cli/spell-next.ts'
import { facts, type Paper, section, table } from './paper.ts'
import { ended, printTrace } from './print-brief.ts'

export function printFound(answer: Output<'recall.search'>, paper: Paper): string {
  const found = answer.items.map(row => {
    const where = row.briefId === null || row.ref === briefRef(row.briefId) ? '' : ` in ${briefRef(row.briefId)}`
    const head = `${paper.ink('cyan', row.ref)}${where} ${paper.ink('bold', row.title)}`
    return `${head}  ${paper.ink('faint', `${row.type}, ${paper.when(row.at)}`)}\n${row.snippet ? `    ${row.snippet.replace(/\s+/g, ' ')}\n` : ''}`
  })
  const partial = answer.partial
    ? `${paper.ink('faint', 'The words are very common: only the newest matches were ranked.')}\n`
    : ''
  return found.join('') + partial || 'Nothing found.\n'
}

export const printScratchpad = ({ scratchpad: pad }: Output<'scratchpad.read'>, paper: Paper): string =>
  `${paper.ink('cyan', `s${pad.id}`)} ${paper.ink('bold', pad.title)}  ${paper.ink('faint', `r${pad.revision}, ${pad.updatedBy} ${paper.when(pad.updatedAt)}`)}\n\n${ended(pad.body)}`

export const printScratchpads = (answer: Output<'scratchpad.list'>, paper: Paper): string =>
  table(
    [
      { head: 'note', ink: 'cyan' },
      { head: 'title', fills: true },
      { head: 'brief', ink: 'cyan' },
      { head: 'revision' },
      { head: 'by' },
      { head: 'when', ink: 'faint' },
    ],
    answer.items.map(row => [
      `s${row.id}`,
      row.title,
      row.briefId === null ? '' : briefRef(row.briefId),
      `r${row.revision}`,
      row.updatedBy,
      paper.when(row.updatedAt),
    ]),
    paper,
  ) || 'No scratchpads.\n'

export const printTemplate = (answer: Output<'template.show'>, paper: Paper): string =>
  facts(
    [
      ['template', `${answer.template.name}@${answer.template.version}`],
      ['by', answer.template.updatedBy],
      ['words', answer.template.words.join(' ')],
      ['versions', answer.versions.map(each => each.version).join(' ')],
    ],
    paper,
  ) + section('Text', ended(answer.template.body), paper)

export const printPacket = (answer: Output<'template.preview'>): string => ended(answer.packet)

type Complaints = Output<'system.doctor'>['complaints']

export function printComplaints(complaints: Complaints, paper: Paper): string {
  const lines = complaints.map(each => {
    const mark = each.severity === 'fault' ? paper.ink('red', '✗') : paper.ink('yellow', '!')
    return `${mark} ${paper.said(each.what)}\n  cure: ${spellNext(each.cure)}\n`
  })
  return lines.join('')
}

export const printDoctor = (answer: Output<'system.doctor'>, paper: Paper): string =>
  `${printComplaints(answer.complaints, paper) || `${paper.ink('green', '✓')} Everything is in order.\n`}${paper.ink('faint', `looked at: ${answer.looked.join(', ')}`)}\n`

export const printHealth = (answer: Output<'recall.health'>, paper: Paper): string =>
  (printComplaints(answer.complaints, paper) || `${paper.ink('green', '✓')} Everything is in order.\n`) +
  facts(
    [
      ['read only', answer.readOnly],
      ['reconciled', paper.when(answer.reconciledAt)],
    ],
    paper,
  )

export function printVerified(answer: Output<'trace.verify'>, paper: Paper): string {
  if (!answer.fault) return `${paper.ink('green', '✓')} ${answer.events} events, head ${answer.head}\n`
  const { seq, briefId, problem } = answer.fault
  return `${paper.ink('red', '✗')} event ${seq}${briefId === null ? '' : ` of ${briefRef(briefId)}`}: ${problem}\n`
}

export function printMainVerified(answer: Output<'main.verify'>, paper: Paper): string {
  const { branch, commits, since, unproven } = answer
  const walked = `${commits} commits of ${branch} since ${since.slice(0, 12)}`
  if (unproven.length === 0) return `${paper.ink('green', '✓')} ${walked}, each proven\n`
  const lines = unproven.map(each => `  ${each.commit.slice(0, 12)}  ${each.subject}\n`)
  return `${paper.ink('red', '✗')} ${walked}, ${unproven.length} without a green record of their tree:\n${lines.join('')}`
}

export const printProof = (answer: Output<'trace.prove'>, paper: Paper): string =>
  printTrace([answer.event], paper) +
  facts(
    [
      ['hash', answer.event.hash],
      ['before it', answer.event.prevHash],
      ['payload', answer.payloadHash],
      ['how', answer.algorithm],
    ],
    paper,
  ) +
  section('What is hashed', ended(answer.hashed), paper)
