/** How what happened, what was filed and which paths are claimed read on a terminal. */
import type { Output } from '#contract/catalogue.ts'
import { spokenType } from '#domain/events/catalogue.ts'
import { briefRef, ref } from '#domain/ref.ts'
import { oneLine, type Paper, table } from './paper.ts'

/** Cells for the words of an event: its body is with its Brief. */
const mostWords = 60

export function printFeed({ items }: Output<'room.feed'>, paper: Paper): string {
  const isOne = new Set(items.flatMap(each => each.project ?? [])).size <= 1
  return (
    table(
      [
        { head: 'seq', ink: 'faint' },
        { head: 'brief', ink: 'cyan' },
        { head: 'project', ink: 'faint' },
        { head: 'what', fills: true },
        { head: 'by' },
        { head: 'when', ink: 'faint' },
      ],
      items.map(each => [
        String(each.seq),
        each.briefId === undefined ? '' : briefRef(each.briefId),
        isOne ? '' : (each.project ?? ''),
        oneLine([spokenType(each.type), each.words].filter(Boolean).join(' '), mostWords),
        `${each.actor.kind}:${each.actor.ref}`,
        paper.when(each.at),
      ]),
      paper,
    ) || 'Nothing has happened.\n'
  )
}

export const printFeedback = ({ items }: Output<'feedback.list'>, paper: Paper): string =>
  table(
    [
      { head: 'id', ink: 'cyan' },
      { head: 'kind' },
      { head: 'summary', fills: true },
      { head: 'project', ink: 'faint' },
      { head: 'brief', ink: 'cyan' },
      { head: 'by' },
      { head: 'when', ink: 'faint' },
    ],
    items.map(each => [
      String(each.id),
      each.kind,
      each.summary,
      each.project ?? '',
      each.briefId === null ? '' : briefRef(each.briefId),
      each.filedBy,
      paper.when(each.filedAt),
    ]),
    paper,
  ) || 'Nothing was filed.\n'

export const printFileClaims = ({ items }: Output<'file.list'>, paper: Paper): string =>
  table(
    [
      { head: 'path', fills: true },
      { head: 'by' },
      { head: 'brief', ink: 'cyan' },
      { head: 'worktree', ink: 'cyan' },
      { head: 'until', ink: 'faint' },
    ],
    items.map(each => [
      each.path,
      each.holder,
      each.briefId === null ? '' : briefRef(each.briefId),
      each.worktreeId === null ? '' : ref('worktree', each.worktreeId),
      paper.when(each.expiresAt),
    ]),
    paper,
  ) || 'No path is claimed.\n'
