/** What happens to the installation and its projects: events without a Brief. */
import { z } from 'zod'
import { feedbackKinds } from '../feedback.ts'
import { event } from './definition.ts'

export const houseEvents = {
  project_registered: event({
    noun: 'project',
    payload: z.object({ slug: z.string(), path: z.string(), primaryBranch: z.string() }),
    tone: 'house',
    words: p => `${p.slug} at ${p.path}, MAIN is ${p.primaryBranch}`,
  }),
  project_configured: event({
    noun: 'project',
    payload: z.object({ slug: z.string(), set: z.record(z.string(), z.unknown()) }),
    tone: 'house',
    words: p => `${p.slug}: ${Object.keys(p.set).join(', ')}`,
  }),
  configuration_trusted: event({
    noun: 'project',
    payload: z.object({ slug: z.string(), hash: z.string() }),
    tone: 'house',
    words: p => `${p.slug}: flower.yaml as ${p.hash.slice(0, 12)}`,
  }),
  project_removed: event({
    noun: 'project',
    payload: z.object({ slug: z.string() }),
    tone: 'house',
    words: p => `${p.slug}; its Briefs stay`,
  }),
  scratchpad_written: event({
    noun: 'brief',
    payload: z.object({ scratchpadId: z.int(), title: z.string(), revision: z.int() }),
    tone: 'text',
    words: p => `s${p.scratchpadId} ${p.title}, r${p.revision}`,
  }),
  feedback_filed: event({
    noun: 'project',
    payload: z.object({ feedbackId: z.int(), kind: z.enum(feedbackKinds), summary: z.string() }),
    tone: 'text',
    words: p => `${p.kind} ${p.feedbackId}: ${p.summary}`,
  }),
  feedback_promoted: event({
    noun: 'brief',
    payload: z.object({ feedbackId: z.int(), summary: z.string() }),
    tone: 'house',
    words: p => `feedback ${p.feedbackId}, ${p.summary}`,
  }),
  template_updated: event({
    noun: 'project',
    payload: z.object({ name: z.string(), version: z.int() }),
    tone: 'text',
    words: p => `${p.name}@${p.version}`,
  }),
  token_created: event({
    noun: 'project',
    payload: z.object({ tokenId: z.int(), name: z.string(), role: z.string() }),
    tone: 'house',
    words: p => `${p.name} as ${p.role}`,
  }),
  token_revoked: event({
    noun: 'project',
    payload: z.object({ tokenId: z.int(), name: z.string() }),
    tone: 'house',
    words: p => p.name,
  }),
  paused: event({
    noun: 'project',
    payload: z.object({ note: z.string().optional() }),
    tone: 'house',
    words: p => p.note ?? '',
  }),
  resumed: event({ noun: 'project', payload: z.object({}), tone: 'house', words: () => '' }),
}
