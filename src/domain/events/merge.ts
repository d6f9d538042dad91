/** What happens on the way into MAIN. */
import { z } from 'zod'
import { ref } from '../ref.ts'
import { event } from './definition.ts'

const merge = { mergeId: z.int(), branch: z.string() }
const named = (p: { mergeId: number }): string => ref('merge', p.mergeId)
const short = (commit: string): string => commit.slice(0, 12)

const gate = z.object({
  gate: z.string(),
  outcome: z.string(),
  commit: z.string(),
  summary: z.string(),
  mergeIds: z.array(z.int()),
  tookMs: z.int(),
  lines: z.array(z.string()).optional(),
})
const ofGate = (p: z.infer<typeof gate>): string =>
  `${p.gate} ${p.outcome.replace('_', ' ')} on ${short(p.commit)} in ${Math.max(1, Math.round(p.tookMs / 1_000))} s`

export const mergeEvents = {
  merge_queued: event({
    noun: 'merge',
    payload: z.object({ ...merge, tip: z.string(), target: z.string(), style: z.string(), again: z.boolean() }),
    tone: 'house',
    words: p => `${named(p)}: ${p.branch} at ${short(p.tip)} into ${p.target}${p.again ? ', again' : ''}`,
  }),
  merge_cancelled: event({
    noun: 'merge',
    payload: z.object({ ...merge, reason: z.string() }),
    tone: 'house',
    words: p => `${named(p)}: ${p.reason}`,
  }),
  merge_waits: event({
    noun: 'merge',
    payload: z.object({ ...merge, reason: z.string() }),
    tone: 'question',
    words: p => `${named(p)}: ${p.reason}`,
  }),
  merge_approved: event({
    noun: 'merge',
    payload: z.object({ ...merge, tip: z.string(), guarded: z.array(z.string()) }),
    tone: 'good',
    words: p => `${named(p)} at ${short(p.tip)} may change ${p.guarded.join(', ')}`,
  }),
  merge_conflicted: event({
    noun: 'merge',
    payload: z.object({ ...merge, with: z.string(), files: z.array(z.string()) }),
    tone: 'bad',
    words: p => `${named(p)} with ${short(p.with)}: ${p.files.slice(0, 5).join(', ')}`,
  }),
  merge_ejected: event({
    noun: 'merge',
    payload: z.object({ ...merge, reason: z.string(), lines: z.array(z.string()) }),
    tone: 'bad',
    words: p => `${named(p)}: ${p.reason}`,
    body: p => (p.lines.length > 0 ? `\`\`\`text\n${p.lines.join('\n')}\n\`\`\`` : undefined),
  }),
  not_submitted: event({
    noun: 'merge',
    payload: z.object({ branch: z.string(), target: z.string(), reason: z.string() }),
    tone: 'house',
    words: p => `nothing of ${p.branch} lands in ${p.target}: ${p.reason}`,
  }),
  gate_passed: event({ noun: 'merge', payload: gate, tone: 'good', quiet: true, words: ofGate }),
  gate_failed: event({
    noun: 'merge',
    payload: gate,
    tone: 'bad',
    words: ofGate,
    body: p => (p.lines && p.lines.length > 0 ? `\`\`\`text\n${p.lines.join('\n')}\n\`\`\`` : undefined),
  }),
  landed: event({
    noun: 'merge',
    payload: z.object({ ...merge, target: z.string(), commit: z.string(), gates: z.array(z.string()) }),
    tone: 'good',
    words: p =>
      `${named(p)} is in ${p.target} as ${short(p.commit)}${p.gates.length > 0 ? `; green: ${p.gates.join(', ')}` : ', without gates'}`,
  }),
  landing_undone: event({
    noun: 'merge',
    payload: z.object({ branch: z.string(), mergeIds: z.array(z.int()), reason: z.string() }),
    tone: 'house',
    words: p => `${p.mergeIds.map(each => ref('merge', each)).join(', ')} not in ${p.branch} yet: ${p.reason}`,
  }),
  landing_lost: event({
    noun: 'merge',
    payload: z.object({
      branch: z.string(),
      tip: z.string(),
      commits: z.array(z.string()),
      mergeIds: z.array(z.int()),
    }),
    tone: 'bad',
    words: p =>
      `${p.mergeIds.map(each => ref('merge', each)).join(', ') || p.commits.map(short).join(', ')} had landed in ${p.branch}, which was moved to ${short(p.tip)} and holds it no more; kept below refs/flower/landed`,
  }),
  line_judged: event({
    noun: 'merge',
    payload: z.object({ branch: z.string(), commit: z.string(), green: z.boolean(), gate: z.string().optional() }),
    tone: 'house',
    words: p =>
      `${p.green ? 'green' : `red${p.gate ? ` at ${p.gate}` : ''}`}: ${short(p.commit)} of ${p.branch}, which came from outside`,
  }),
  reverted: event({
    noun: 'merge',
    payload: z.object({ mergeId: z.int(), by: z.int(), branch: z.string() }),
    tone: 'bad',
    words: p => `${named(p)} is taken back by ${ref('merge', p.by)}`,
  }),
  queue_paused: event({
    noun: 'merge',
    payload: z.object({ reason: z.string() }),
    tone: 'bad',
    words: p => p.reason,
  }),
  queue_resumed: event({ noun: 'merge', payload: z.object({}), tone: 'good', words: () => '' }),
  queue_halted: event({ noun: 'merge', payload: z.object({ why: z.string() }), tone: 'bad', words: p => p.why }),
  queue_freed: event({ noun: 'merge', payload: z.object({}), tone: 'good', quiet: true, words: () => '' }),
  step_ended: event({
    noun: 'merge',
    payload: z.object({ step: z.string(), commit: z.string(), status: z.string(), lines: z.array(z.string()) }),
    tone: 'house',
    words: p => `${p.step} after ${short(p.commit)}: ${p.status}`,
    body: p => (p.status !== 'done' && p.lines.length > 0 ? `\`\`\`text\n${p.lines.join('\n')}\n\`\`\`` : undefined),
  }),
}
