/** How the merge queue, what a branch changes, and MAIN read on a terminal. */
import type { Output } from '#contract/catalogue.ts'
import type { LandingView, MainView, MergeView } from '#contract/shapes.ts'
import { gateSaid } from '#domain/landing/send-back.ts'
import { mergeRef } from '#domain/landing/submission.ts'
import { briefRef, ref } from '#domain/ref.ts'
import { facts, type Paper, section, table } from './paper.ts'

const short = (commit: string): string => commit.slice(0, 12)

export function printMerges({ items, halts, waits }: Output<'merge.queue'>, paper: Paper): string {
  const queue = table(
    [
      { head: 'merge', ink: 'cyan' },
      { head: 'place' },
      { head: 'branch', fills: true },
      { head: 'brief', ink: 'cyan' },
      { head: 'into' },
      { head: 'status' },
      { head: 'waits' },
      { head: 'since', ink: 'faint' },
    ],
    items.map(each => [
      mergeRef(each.id),
      each.place === null ? '' : String(each.place),
      each.branch,
      each.briefId === null ? '' : briefRef(each.briefId),
      each.target,
      each.status,
      paper.said(oneLine(each.waits ?? each.reason ?? '')),
      paper.when(each.submittedAt),
    ]),
    paper,
  )
  const halted = halts.map(each => `${each.project}: ${paper.said(each.why)}\n`).join('')
  const late = waits.filter(each => each.late).map(each => `${each.project}: since ${paper.when(each.movedAt)}\n`)
  return (
    (queue || 'Nothing waits to land.\n') +
    (halted ? section('Nothing lands', halted, paper) : '') +
    (late.length > 0 ? section('Nothing moves', late.join(''), paper) : '')
  )
}

const oneLine = (text: string): string => text.split('\n')[0] ?? ''

export function printMerge({ merge }: Output<'merge.show'>, paper: Paper): string {
  const { verdicts, landing, running } = merge
  const runs = verdicts.map(each => [
    each.gate,
    each.outcome.replace('_', ' '),
    short(each.commit),
    `${Math.max(1, Math.round(each.tookMs / 1_000))} s`,
    each.summary,
  ])
  const red = verdicts.find(each => each.outcome === 'failed' || each.outcome === 'timed_out')
  return (
    headOf(merge, paper) +
    (running
      ? section(`${running.gate} runs since ${paper.when(running.startedAt)}`, `${running.lines.join('\n')}\n`, paper)
      : '') +
    (runs.length > 0 ? section('Gates', table(gateColumns, runs, paper), paper) : '') +
    (red && red.lines.length > 0 ? section(`The last of ${red.gate}`, `${red.lines.join('\n')}\n`, paper) : '') +
    (landing ? section('Landed', printLanding(landing, paper), paper) : '')
  )
}

const gateColumns = [
  { head: 'gate' },
  { head: 'said' },
  { head: 'of', ink: 'faint' },
  { head: 'took' },
  { head: '', fills: true },
] as const

const headOf = (merge: MergeView, paper: Paper): string =>
  facts(
    [
      ['merge', `${mergeRef(merge.id)} ${merge.status}`],
      ['branch', `${merge.branch} at ${short(merge.tip)} into ${merge.target}, as a ${merge.style}`],
      ['brief', merge.briefId === null ? '' : `${briefRef(merge.briefId)} ${merge.title ?? ''}`],
      ['place', merge.place === null ? '' : String(merge.place)],
      ['waits', paper.said(merge.waits ?? '')],
      ['why', paper.said(merge.reason ?? '')],
      ['changes', merge.guarded.join(', ')],
      ['approved by', merge.approvedBy ?? ''],
      ['submitted', `${paper.when(merge.submittedAt)} by ${merge.submittedBy}`],
    ],
    paper,
  )

const printLanding = (landing: LandingView, paper: Paper): string =>
  facts(
    [
      ['commit', `${landing.commit} on ${landing.branch}`],
      ['tree', landing.tree],
      ['after', landing.previous],
      ['green', landing.gates.map(each => `${each.gate} (${each.verdict})`).join(', ') || 'MAIN has no gates'],
      ['toolchain', short(landing.toolchain)],
      ['steps', landing.steps.map(each => `${each.name} ${each.status}`).join(', ')],
    ],
    paper,
  )

/** Lines of a failed step that are told: the last say why. */
const mostLines = 10
const lastOf = (lines: readonly string[]): string =>
  lines.length === 0
    ? 'It said nothing.\n'
    : `${lines
        .flatMap(each => each.split('\n'))
        .map(line => line.trimEnd())
        .slice(-mostLines)
        .join('\n')}\n`

export const printLandings = ({ items }: Output<'merge.landings'>, paper: Paper): string =>
  landingsTable(items, paper) +
  items
    .slice(0, 1)
    .flatMap(({ commit, steps }) => steps.map(step => printFailed(step, commit, paper)))
    .join('')

/** What failed after the newest landing; of older ones the table says that it did. */
const printFailed = ({ name, status, lines }: LandingView['steps'][number], commit: string, paper: Paper): string =>
  status === 'failed' || status === 'interrupted'
    ? section(`${name} of ${short(commit)} ${status}`, lastOf(lines), paper)
    : ''

const landingsTable = (items: readonly LandingView[], paper: Paper): string =>
  table(
    [
      { head: 'commit', ink: 'cyan' },
      { head: 'by' },
      { head: 'brought', fills: true },
      { head: 'green' },
      { head: 'steps' },
      { head: 'at', ink: 'faint' },
    ],
    items.map(each => [
      short(each.commit),
      each.by,
      each.briefIds.map(briefRef).join(' ') || each.mergeIds.map(mergeRef).join(' '),
      each.gates.map(gate => gate.gate).join(' '),
      each.steps.map(step => `${step.name} ${step.status}`).join(' '),
      paper.when(each.at),
    ]),
    paper,
  ) || 'Nothing has landed yet.\n'

export function printChanges(answer: Output<'merge.changes'>, paper: Paper): string {
  const { branch, target, changes, reason, overlaps } = answer
  if (!changes) return `${paper.said(reason ?? 'Nothing to show.')}\n`
  const head = facts(
    [
      ['branch', `${branch}, ${changes.ahead} ahead and ${changes.behind} behind ${target}`],
      ['files', String(changes.changed)],
    ],
    paper,
  )
  const files = table(
    [{ head: '' }, { head: 'file', fills: true }, { head: '+' }, { head: '−' }],
    changes.files.map(each => [
      each.status,
      each.from ? `${each.from} → ${each.path}` : each.path,
      each.added === null ? '' : String(each.added),
      each.removed === null ? '' : String(each.removed),
    ]),
    paper,
  )
  const meets = overlaps.map(
    each =>
      `${each.conflicts ? 'conflicts with' : 'touches the same as'} ${each.branch === branch ? (each.with ?? target) : each.branch}: ${each.files.join(', ')}\n`,
  )
  return (
    head +
    files +
    (changes.diff ? section(changes.diff.path, `${changes.diff.text}\n`, paper) : '') +
    (meets.length > 0 ? section('Meets', meets.join(''), paper) : '')
  )
}

const lostSaid = ({ mergeIds, commits }: NonNullable<MainView['lost']>, branch: string): string =>
  `${mergeIds.map(each => ref('merge', each)).join(', ') || commits.map(short).join(', ')} had landed, and ${branch} holds it no more${mergeIds.map(each => `; merge.retry {mergeId: ${each}}`).join('')}`

/** What was written while MAIN was rescued. */
const lateWords = (late: MainView['saved'][number]['late']): string =>
  late ? `, with what was written meanwhile: ${few(late.files, late.count)}` : ''

const few = (files: readonly string[], count: number): string =>
  `${files.slice(0, 10).join(', ')}${count > 10 ? ` and ${count - 10} more` : ''}`

export function printMain({ main }: Output<'main.status'>, paper: Paper): string {
  const { standing, layers, saved, red, unpushed } = main
  const head = facts(
    [
      ['MAIN', `${main.path}, branch ${main.branch}`],
      [
        'stands',
        standing
          ? [standing.status.replace('_', ' '), paper.said(standing.detail)].filter(Boolean).join(': ')
          : 'not looked at yet',
      ],
      ['red', red ? `by itself since ${paper.when(red.since)}: ${gateSaid(red)}` : ''],
      ['at', standing?.tip ?? ''],
      [
        'changed',
        standing && standing.changed > 0 ? `${standing.changed}: ${few(standing.files, standing.changed)}` : '',
      ],
      [
        'upstream',
        standing?.upstream
          ? `${standing.upstream.ref}, ${standing.upstream.ahead} ahead and ${standing.upstream.behind} behind`
          : '',
      ],
      [
        'queue',
        main.paused
          ? [`paused by ${main.paused.by}`, main.paused.reason].filter(Boolean).join(': ')
          : paper.said(main.waits ?? '') || (red ? `lands only what mends ${main.branch}` : 'runs'),
      ],
      ['lost', main.lost ? paper.said(lostSaid(main.lost, main.branch)) : ''],
      ['last errand', paper.said(main.reason ?? '')],
    ],
    paper,
  )
  const guard = table(
    [{ head: 'layer' }, { head: 'state' }, { head: 'by' }, { head: 'prevents', fills: true }],
    layers.map(each => [each.layer, each.state.replace('_', ' '), each.by, paper.said(each.prevents)]),
    paper,
  )
  const notes = layers.flatMap(each => (each.detail ? [`${each.layer}: ${paper.said(each.detail)}\n`] : []))
  const kept = saved
    .slice(0, 10)
    .map(
      each =>
        `${paper.when(each.at)} ${each.ref}, ${each.changed} changed${each.worktreeId === null ? '' : `, moved to ${ref('worktree', each.worktreeId)}`}${lateWords(each.late)}\n`,
    )
  return (
    head +
    (red && red.lines.length > 0 ? section(`The last of ${red.gate}`, `${red.lines.join('\n')}\n`, paper) : '') +
    (unpushed
      ? section(
          `The push of ${short(unpushed.commit)} was rejected ${paper.when(unpushed.at)}`,
          lastOf(unpushed.lines),
          paper,
        )
      : '') +
    (guard ? section('Guard', guard + notes.join(''), paper) : '') +
    (kept.length > 0 ? section('Saved of changes from outside', kept.join(''), paper) : '')
  )
}

export const printRescue = ({ project, errand, reason, moved }: Output<'main.rescue'>, paper: Paper): string =>
  facts(
    [
      ['project', project],
      ['errand', errand ?? ''],
      ['reason', reason ?? ''],
      ['moved into', moved ? `${ref('worktree', moved.worktreeId)} ${moved.name} at ${moved.path}` : ''],
      ['kept as', moved?.ref ?? ''],
      ['meanwhile', moved?.late ? `written, and there too: ${few(moved.late.files, moved.late.count)}` : ''],
    ],
    paper,
  )
