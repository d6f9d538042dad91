/** Questions and their answers. */
import { z } from 'zod'
import { decisionRef } from '../ref.ts'
import { event } from './definition.ts'

const ended = z.object({
  decisionId: z.int(),
  header: z.string(),
  answer: z.string().optional(),
  option: z.string().optional(),
})

export const decisionEvents = {
  decision_asked: event({
    noun: 'decision',
    payload: z.object({ decisionId: z.int(), header: z.string(), body: z.string(), blocking: z.boolean() }),
    tone: 'question',
    words: p => `${decisionRef(p.decisionId)} ${p.header}`,
    body: p => p.body || undefined,
  }),
  decision_answered: event({
    noun: 'decision',
    payload: ended,
    tone: 'words',
    words: p => `${decisionRef(p.decisionId)} ${p.header}${p.option ? ` ${p.option}` : ''}`,
    body: p => p.answer,
  }),
  decision_withdrawn: event({
    noun: 'decision',
    payload: ended,
    tone: 'house',
    words: p => `${decisionRef(p.decisionId)} ${p.header}`,
    body: p => p.answer,
  }),
  decision_discussed: event({
    noun: 'decision',
    payload: z.object({ decisionId: z.int(), body: z.string() }),
    tone: 'words',
    words: p => decisionRef(p.decisionId),
    body: p => p.body,
  }),
}
