/** Advisory leases on paths of a project: nobody is stopped, but whoever meets somebody on the same path is told, and so is the other. */
import { z } from 'zod'
import { Refusal } from '../refusal.ts'

/** Times are ISO 8601 in UTC. */
export const FileClaim = z.object({
  id: z.int(),
  projectId: z.int(),
  worktreeId: z.int().nullable(),
  briefId: z.int().nullable(),
  /** From the root of the repository, with forward slashes; may hold a pattern. */
  path: z.string(),
  holder: z.string(),
  claimedAt: z.string(),
  expiresAt: z.string(),
  releasedAt: z.string().nullable(),
})
export type FileClaim = z.infer<typeof FileClaim>

export const usualClaimMinutes = 30
export const longestClaimMinutes = 8 * 60

/** As it is kept: `./src//a.ts` and `src/a.ts/` are `src/a.ts`. Refuses what leads out of the repository. */
export function claimablePath(text: string): string {
  const parts = text
    .trim()
    .replaceAll('\\', '/')
    .split('/')
    .filter(part => part !== '' && part !== '.')
  const isAbsolute = /^(\/|[a-zA-Z]:)/.test(text.trim().replaceAll('\\', '/'))
  if (parts.length === 0 || parts.includes('..') || isAbsolute)
    throw new Refusal('input.invalid', {
      operation: 'file.claim',
      field: 'paths',
      problem: `\`${text}\` is no path within the repository; write it from its root, such as src/a.ts or src/**`,
    })
  return parts.join('/')
}
