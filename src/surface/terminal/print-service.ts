/** How services read on a terminal. */
import type { Output } from '#contract/catalogue.ts'
import type { ServiceAnswer } from '#contract/service.ts'
import type { ServiceView } from '#contract/shapes.ts'
import { worktreeRef } from '#domain/worktree/worktree.ts'
import { indent, type Paper, section, table } from './paper.ts'

export function printServices({ items }: Output<'service.list'>, paper: Paper): string {
  const rows = table(
    [
      { head: 'project' },
      { head: 'where', ink: 'cyan' },
      { head: 'service' },
      { head: 'status' },
      { head: 'port' },
      { head: 'site' },
      { head: 'since', ink: 'faint' },
      { head: 'why', fills: true },
    ],
    items.map(row => [
      row.project,
      row.worktreeId === null ? 'MAIN' : `${worktreeRef(row.worktreeId)} ${row.worktree ?? ''}`,
      row.service,
      row.status,
      portOf(row),
      row.site ?? '',
      paper.when(row.since),
      whyOf(row, paper),
    ]),
    paper,
  )
  const said = items.map(row => section(`${row.service} said`, linesOf(row.lastLines), paper))
  return rows === '' ? 'No services.\n' : rows + said.join('')
}

const portOf = ({ port, wantedPort }: Pick<ServiceView, 'port' | 'wantedPort'>): string =>
  port === null ? '' : port === wantedPort || wantedPort === null ? String(port) : `${port} (wanted ${wantedPort})`

const whyOf = ({ reason, retryAt }: ServiceView, paper: Paper): string =>
  [paper.said(reason ?? ''), retryAt && `again ${paper.when(retryAt)}`].filter(Boolean).join('; ')

const linesOf = (lines: readonly string[]): string => indent(lines.map(each => `${each}\n`).join(''))

export const printServiceAnswer = (answer: ServiceAnswer, paper: Paper): string =>
  table(
    [{ head: 'service' }, { head: 'status' }, { head: 'port' }, { head: 'site' }, { head: 'why', fills: true }],
    answer.items.map(row => [
      row.service,
      underWay(row),
      row.port === undefined ? '' : String(row.port),
      row.site ?? '',
      paper.said(row.reason ?? ''),
    ]),
    paper,
  ) || 'No services.\n'

/** What was just asked for and is not so yet is on its way there. */
function underWay({ wanted, status }: ServiceAnswer['items'][number]): string {
  if (wanted === 'running') return status === 'stopped' ? 'starting' : status
  return status === 'stopped' || status === 'parked' ? status : 'stopping'
}

/** The lines as they are; what is missing before them is said. */
export const printServiceLog = ({ lines, cut }: Output<'service.logs'>, paper: Paper): string =>
  (cut === undefined ? '' : `${paper.ink('faint', `(${cut} bytes before this are gone)`)}\n`) +
  lines.map(each => `${each}\n`).join('')
