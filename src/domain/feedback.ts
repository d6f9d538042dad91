/** What somebody noticed while working: a bug, an idea, a note, a word on a tool. It becomes a Brief when an operator says so. */
import { z } from 'zod'

export const feedbackKinds = ['bug', 'idea', 'note', 'tool'] as const

export const Feedback = z.object({
  id: z.int(),
  /** Null: about the house itself, or nobody said. */
  projectId: z.int().nullable(),
  kind: z.enum(feedbackKinds),
  summary: z.string(),
  detail: z.string(),
  filedBy: z.string(),
  filedAt: z.string(),
  /** The Brief that was made of it. */
  briefId: z.int().nullable(),
})
export type Feedback = z.infer<typeof Feedback>

/** The text of the Brief that is made of it: its first line becomes the title. */
export const textOf = ({ id, summary, detail, filedBy }: Feedback): string =>
  [summary, ...(detail === '' ? [] : [detail]), `Feedback ${id}, filed by ${filedBy}.`].join('\n\n')
