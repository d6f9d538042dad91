/** What happens to a Brief itself. */
import { z } from 'zod'
import { briefRef } from '../ref.ts'
import { event } from './definition.ts'

const words = z.object({ body: z.string() })
const related = z.object({ briefId: z.int() })

export const briefEvents = {
  captured: event({
    noun: 'brief',
    payload: z.object({ title: z.string(), text: z.string(), origin: z.string() }),
    tone: 'words',
    words: p => (p.origin === 'note' ? '' : `from ${p.origin}`),
    body: p => p.text,
  }),
  note_added: event({ noun: 'brief', payload: words, tone: 'words', words: () => '', body: p => p.body }),
  comment: event({ noun: 'brief', payload: words, tone: 'words', words: () => '', body: p => p.body }),
  progress: event({ noun: 'brief', payload: words, tone: 'words', words: () => '', body: p => p.body }),
  refinement: event({ noun: 'brief', payload: words, tone: 'words', words: () => '', body: p => p.body }),
  plan_proposed: event({ noun: 'brief', payload: words, tone: 'text', words: () => '', body: p => p.body }),
  spec_snapshot: event({
    noun: 'brief',
    payload: z.object({ revision: z.int(), characters: z.int(), plus: z.int(), minus: z.int() }),
    tone: 'text',
    words: p => `r${p.revision}, +${p.plus} −${p.minus} lines`,
  }),
  status_changed: event({
    noun: 'brief',
    payload: z.object({ from: z.string(), to: z.string(), reason: z.string().optional() }),
    tone: 'house',
    words: p => `${spoken(p.from)} → ${spoken(p.to)}${p.reason ? `: ${p.reason}` : ''}`,
  }),
  participant_joined: event({
    noun: 'brief',
    payload: z.object({ participant: z.string() }),
    tone: 'house',
    quiet: true,
    words: p => p.participant,
  }),
  link_added: event({
    noun: 'brief',
    payload: z.object({
      type: z.string(),
      ref: z.string(),
      relation: z.string(),
      title: z.string().optional(),
      url: z.string().optional(),
    }),
    tone: 'house',
    quiet: true,
    words: p => `${p.type} ${p.ref}${p.title ? ` ${p.title}` : ''} (${p.relation})`,
  }),
  link_moved: event({
    noun: 'brief',
    payload: z.object({ type: z.string(), from: z.string(), to: z.string() }),
    tone: 'house',
    quiet: true,
    words: p => `${p.type} ${p.from.slice(0, 12)} is ${p.to.slice(0, 12)} now`,
  }),
  attachment_added: event({
    noun: 'brief',
    payload: z.object({ attachmentId: z.int(), name: z.string(), mediaType: z.string(), bytes: z.int() }),
    tone: 'words',
    words: p => `${p.name} ${Math.max(1, Math.round(p.bytes / 1024))} KB`,
  }),
  dependency_added: event({
    noun: 'brief',
    payload: related,
    tone: 'house',
    words: p => `depends on ${briefRef(p.briefId)}`,
  }),
  dependency_removed: event({
    noun: 'brief',
    payload: related,
    tone: 'house',
    words: p => `no longer depends on ${briefRef(p.briefId)}`,
  }),
  parent_set: event({
    noun: 'brief',
    payload: z.object({ parentId: z.int().nullable() }),
    tone: 'house',
    words: p => (p.parentId === null ? 'under no epic' : `under ${briefRef(p.parentId)}`),
  }),
  unblocked: event({
    noun: 'brief',
    payload: z.object({ by: z.string() }),
    tone: 'good',
    words: p => `${p.by} no longer stands in the way`,
  }),
  blocker_ended: event({
    noun: 'brief',
    payload: z.object({ briefId: z.int(), status: z.string() }),
    tone: 'bad',
    words: p => `${briefRef(p.briefId)} ended as ${p.status}; take the dependency away, or reopen it`,
  }),
  folded: event({
    noun: 'brief',
    payload: z.object({ into: z.int(), from: z.int(), title: z.string(), text: z.string().optional() }),
    tone: 'house',
    words: p => `${briefRef(p.from)} into ${briefRef(p.into)}: ${p.title}`,
    body: p => p.text,
  }),
  split: event({
    noun: 'brief',
    payload: z.object({ children: z.array(z.int()) }),
    tone: 'house',
    words: p => `into ${p.children.map(briefRef).join(', ')}`,
  }),
  configured: event({
    noun: 'brief',
    payload: z.object({ set: z.record(z.string(), z.unknown()) }),
    tone: 'house',
    words: p =>
      Object.entries(p.set)
        .map(([key, value]) => `${key.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)} ${setting(value)}`)
        .join(', '),
  }),
  approved: event({ noun: 'brief', payload: z.object({}), tone: 'good', words: () => '' }),
  imported: event({
    noun: 'brief',
    /** `print` is the SHA-256 of the record as it was read, so that the same record is known when it comes again. */
    payload: z.object({ key: z.string(), format: z.string(), print: z.string() }),
    tone: 'house',
    words: p => `${p.key} from ${p.format}`,
  }),
}

const spoken = (status: string): string => status.replaceAll('_', ' ')

function setting(value: unknown): string {
  if (value === true) return 'on'
  if (value === false) return 'off'
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'none'
  if (Array.isArray(value)) return value.join(' ')
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([name, amount]) => `${amount} ${name}`)
    .join(' and ')
}
