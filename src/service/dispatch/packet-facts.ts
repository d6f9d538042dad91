/** What a packet tells: gathered from the Brief, cut so that an ordinary packet stays under 2,000 tokens. */
import type { Brief } from '#domain/brief.ts'
import { wordEvent } from '#domain/events/catalogue.ts'
import { excerpt, type PacketFacts, quoted } from '#domain/packet.ts'
import type { Project } from '#domain/project.ts'
import { decisionRef, dispatchRef } from '#domain/ref.ts'
import type { Leg } from '#domain/status.ts'
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
    path: project.path,
    main: project.primaryBranch,
    branch: of.branch,
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

/** Where to work: the Brief's own worktree, or how to make one. */
function worktreeText({ path, primaryBranch }: Project, { branch, worktree }: PacketOf): string {
  if (worktree)
    return [
      `- Work in ${quotedPath(worktree.path)} (${worktreeRef(worktree.id)}), on branch ${branch}, and nowhere else. It is prepared before you begin; worktree_show tells how it stands.`,
      '- Others may work there too: say what you touch with file_claim {paths}.',
    ].join('\n')
  const add = `git -C ${quotedPath(path)} worktree add`
  return [
    `- Work in a worktree of your own on branch ${branch}. If you are not in one yet:`,
    `  ${add} --no-track -b ${branch} <folder> ${primaryBranch}`,
    `  (when the branch is there already: ${add} <folder> ${branch})`,
  ].join('\n')
}

const quotedPath = (path: string): string => `"${path}"`

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
  return `Decided:\n${quoted(excerpt(lines.join('\n'), noteLimit * 2, 'recall_decisions'), 'decisions')}`
}

function reviewText(events: EventRow[]): string {
  const verdict = events.find(event => event.type === 'verdict_given' || event.type === 'changes_asked')
  if (!verdict) return ''
  const { body } = wordEvent(verdict.type, JSON.parse(verdict.payload))
  return `${verdict.actor_kind}:${verdict.actor_ref} looked at it and asked for changes:\n${quoted(excerpt(body ?? '', specLimit, 'recall_brief shows it whole'), 'review')}`
}
