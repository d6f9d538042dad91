/** How worktrees read on a terminal. */
import type { Output } from '#contract/catalogue.ts'
import type { WorktreeView } from '#contract/shapes.ts'
import { briefRef, dispatchRef } from '#domain/ref.ts'
import { worktreeRef } from '#domain/worktree/worktree.ts'
import { facts, type Paper, section, table } from './paper.ts'

export const printWorktrees = (answer: Output<'worktree.list'>, paper: Paper): string =>
  table(
    [
      { head: 'worktree', ink: 'cyan' },
      { head: 'name', fills: true },
      { head: 'brief', ink: 'cyan' },
      { head: 'status' },
      { head: 'stands' },
      { head: 'agents' },
      { head: 'site' },
      { head: 'looked at', ink: 'faint' },
    ],
    answer.items.map(row => [
      worktreeRef(row.id),
      row.name,
      row.briefId === null ? '' : briefRef(row.briefId),
      row.status,
      standing(row),
      row.agents.map(each => each.actor).join(' '),
      row.site?.status === 'healthy' ? row.site.url : '',
      paper.when(row.lookedAt),
    ]),
    paper,
  ) || 'No worktrees.\n'

export function printWorktree({ worktree }: Output<'worktree.show'>, paper: Paper): string {
  const { id, name, path, branch, base, isolation, follows, status, ports, rescue, disk } = worktree
  const head = facts(
    [
      ['worktree', `${worktreeRef(id)} ${name} in ${worktree.project}, ${status}`],
      ['path', path],
      ['node', worktree.node],
      ['branch', branch ?? (follows ? 'none: it follows MAIN' : 'none')],
      ['base', base],
      ['isolation', isolation],
      ['stands', standing(worktree)],
      ['brief', worktree.briefId === null ? '' : briefRef(worktree.briefId)],
      ['agents', worktree.agents.map(each => `${each.actor} (${dispatchRef(each.dispatchId)})`).join(', ')],
      ['claimed', worktree.claims.map(each => `${each.path} by ${each.holder}`).join(', ')],
      [
        'ports',
        Object.entries(ports)
          .map(([service, port]) => `${service} ${port}`)
          .join(', '),
      ],
      ['site', worktree.site === null ? '' : `${worktree.site.url} (${worktree.site.status})`],
      ['services', worktree.services.map(each => `${each.service} ${each.status}`).join(', ')],
      ['disk', disk && `${disk.atLeast ? 'more than ' : ''}${inMegabytes(disk.bytes)}`],
      ['kept as', rescue],
    ],
    paper,
  )
  const { reason, warnings } = worktree
  return (
    head + (reason === null ? '' : section('Why', `${paper.said(reason)}\n`, paper)) + printWarnings(warnings, paper)
  )
}

const inMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`

const printWarnings = (warnings: string[], paper: Paper): string =>
  warnings.length === 0 ? '' : section('Warnings', warnings.map(each => `${paper.said(each)}\n`).join(''), paper)

function standing({ dirty, ahead, behind, underWay, drift, endedAt }: WorktreeView): string {
  if (endedAt !== null || dirty === null) return ''
  const parts = [
    dirty.modified > 0 && `${dirty.modified} modified`,
    dirty.untracked > 0 && `${dirty.untracked} untracked`,
    dirty.unmerged > 0 && `${dirty.unmerged} unmerged`,
    ahead && `${ahead} ahead`,
    behind && `${behind} behind`,
    underWay.length > 0 && `${underWay.join(', ')} under way`,
    drift && `on ${drift.branch ?? 'no branch'}`,
  ].filter(Boolean)
  return parts.join(', ') || 'clean'
}
