/** What a packet tells: gathered from the Brief, cut so that an ordinary packet stays under 2,000 tokens. */
import type { Brief } from '#domain/brief.ts'
import { wordEvent } from '#domain/events/catalogue.ts'
import { excerpt, type PacketFacts, quoted } from '#domain/packet.ts'
import type { Project } from '#domain/project.ts'
import { decisionRef, dispatchRef } from '#domain/ref.ts'
import type { Leg } from '#domain/status.ts'
import { quoted as asWord } from '#domain/words/quoted.ts'
import { type Worktree, worktreeRef } from '#domain/worktree/worktree.ts'
import { decisionsOf } from '#store/queries/decisions.ts'
import { newestOf } from '#store/queries/events.ts'
import { getProject } from '#store/queries/projects.ts'
import type { EventRow } from '#store/tables.ts'
import type { ReadWork } from '../work.ts'

/** Characters; about a quarter as many tokens. */
const specLimit = 4_000
const noteLimit = 600
const newestTold = newestOf([
  'note_added',
  'comment',
  'progress',
  'refinement',
  'attempt_ended',
  'released',
  'completed',
  'verdict_given',
  'changes_asked',
])
/** Trace entries that a packet repeats. */
const mostTold = 4

export type PacketOf = {
  leg: Leg
  dispatchId: number
  attempt: number
  branch: string
  worktree?: Worktree | undefined
  /** Why there is none. */
  absent?: string | undefined
  note?: string | undefined
}

export async function packetFacts(work: ReadWork, brief: Brief, of: PacketOf): Promise<PacketFacts> {
  const project = await getProject(work.tx, brief.projectId)
  const events = await newestTold(work.tx, brief.id, 40)
  return {
    brief: String(brief.id),
    title: brief.title,
    leg: of.leg,
    attempt: String(of.attempt),
    dispatch: dispatchRef(of.dispatchId),
    project: project.slug,
    path: asWord(project.path),
    main: asWord(project.primaryBranch),
    branch: asWord(of.branch),
    worktree: worktreeText(project, of),
    spec: specText(brief),
    note: of.note
      ? `From the hand-over:\n${quoted(excerpt(of.note, noteLimit * 4, `dispatch.show ${of.dispatchId}`), 'note')}`
      : '',
    trace: traceText(brief.id, events),
    decisions: await decisionText(work, brief.id),
    review: reviewText(events),
  }
}

/** Where to work: the worktree that is made for it, or how to make one. */
function worktreeText(project: Project, { branch, worktree, absent, leg }: PacketOf): string {
  if (worktree)
    return [
      `- Work in ${asWord(worktree.path)} (${worktreeRef(worktree.id)}), on branch ${asWord(branch)}, and nowhere else. dispatch_claim and dispatch_heartbeat tell in \`worktree\` when it is ready: begin only then.`,
      '- Others may work there too: say what you touch with file_claim {paths}.',
    ].join('\n')
  if (leg === 'design') return `- The work is to be done on branch ${asWord(branch)}.`
  const add = `git -C ${asWord(project.path)} worktree add`
  return [
    ...(absent === undefined ? [] : [`- No worktree was made for this. ${absent}`]),
    `- dispatch_claim answers in \`worktree\` where to work. When it names none, make one of your own on branch ${asWord(branch)}:`,
    `  ${add} --no-track -b ${asWord(branch)} <folder> ${asWord(project.primaryBranch)}`,
    `  (when the branch is there already: ${add} <folder> ${asWord(branch)})`,
  ].join('\n')
}

function specText(brief: Brief): string {
  const rest = `recall_brief {briefId: ${brief.id}}`
  if (brief.spec)
    return `Spec, revision ${brief.revision}:\n${quoted(excerpt(brief.spec, specLimit, rest), 'markdown')}`
  return `There is no spec yet; this is what was asked. Do it if it is clear. If something that matters is ambiguous, don't guess: ask a decision and release.\n${quoted(excerpt(brief.text, specLimit, rest), 'text')}`
}

function traceText(briefId: number, events: EventRow[]): string {
  const lines = events.slice(0, mostTold).map(event => {
    const { words, body } = wordEvent(event.type, JSON.parse(event.payload))
    const text = [words, body].filter(Boolean).join('\n')
    return `${event.at.slice(0, 16)} ${event.actor_kind}:${event.actor_ref} ${event.type}\n${excerpt(text, noteLimit, `recall_brief {briefId: ${briefId}}`)}`
  })
  return lines.length === 0 ? '' : `Newest of the trace:\n${quoted(lines.join('\n\n'), 'trace')}`
}

async function decisionText(work: ReadWork, briefId: number): Promise<string> {
  const answered = (await decisionsOf(work.tx, briefId)).filter(each => each.status === 'answered').slice(0, 5)
  if (answered.length === 0) return ''
  const lines = answered.map(
    each => `${decisionRef(each.id)} ${each.header}\n→ ${[each.option, each.answer].filter(Boolean).join(': ')}`,
  )
  return `Decided:\n${quoted(excerpt(lines.join('\n'), noteLimit * 2, 'recall_brief'), 'decisions')}`
}

function reviewText(events: EventRow[]): string {
  const verdict = events.find(event => event.type === 'verdict_given' || event.type === 'changes_asked')
  if (!verdict) return ''
  const { body } = wordEvent(verdict.type, JSON.parse(verdict.payload))
  return `${verdict.actor_kind}:${verdict.actor_ref} looked at it and asked for changes:\n${quoted(excerpt(body ?? '', specLimit, 'recall_brief shows it whole'), 'review')}`
}
