/** What a branch changes against where it would land. */
import { z } from 'zod'

export const ChangedFile = z.object({
  path: z.string(),
  /** What it was called before; only of a renamed or copied one. */
  from: z.string().optional(),
  status: z.enum(['added', 'modified', 'deleted', 'renamed', 'copied', 'type_changed']),
  /** Lines; null for a binary file. */
  added: z.int().nullable(),
  removed: z.int().nullable(),
})
export type ChangedFile = z.infer<typeof ChangedFile>

/** A unified diff of one file, cut at whole lines when it is long. */
export const FileDiff = z.object({ path: z.string(), text: z.string(), cut: z.boolean(), binary: z.boolean() })
export type FileDiff = z.infer<typeof FileDiff>

export const Changes = z.object({
  /** Where the branch left its target, and its tip; full object ids. */
  base: z.string(),
  tip: z.string(),
  /** Commits that the target lacks, newest first, at most 200; `ahead` counts all, `behind` those that the branch lacks. */
  commits: z.array(z.object({ commit: z.string(), subject: z.string(), author: z.string(), at: z.string() })),
  ahead: z.int(),
  behind: z.int(),
  /** At most 3,000; `changed` counts all. */
  files: z.array(ChangedFile),
  changed: z.int(),
  diff: FileDiff.optional(),
})
export type Changes = z.infer<typeof Changes>
