/** What happens to a worktree and to the paths that are claimed in it. */
import { z } from 'zod'
import { ref } from '../ref.ts'
import { event } from './definition.ts'

const worktree = { worktreeId: z.int(), name: z.string() }
const made = z.object({
  ...worktree,
  path: z.string(),
  branch: z.string().optional(),
  base: z.string(),
  kept: z.string().optional(),
  warnings: z.array(z.string()),
})

const named = (p: { worktreeId: number; name: string }): string => `${ref('worktree', p.worktreeId)} ${p.name}`
const lines = (texts: string[]): string | undefined => (texts.length > 0 ? texts.join('\n') : undefined)

const making = (how: string) =>
  event({
    noun: 'worktree',
    payload: made,
    tone: 'house',
    words: p =>
      `${named(p)} ${how} at ${p.path}${p.branch ? ` on ${p.branch}` : ''}, base ${p.base.slice(0, 12)}${p.kept ? `; the branch's earlier tip is kept as ${p.kept}` : ''}`,
    body: p => lines(p.warnings),
  })

export const worktreeEvents = {
  worktree_requested: event({
    noun: 'worktree',
    payload: z.object({
      ...worktree,
      errand: z.string(),
      branch: z.string().optional(),
      confirmed: z.boolean().optional(),
    }),
    tone: 'house',
    quiet: true,
    words: p => `${named(p)}: ${p.errand}${p.confirmed ? ', with its unlanded work' : ''}`,
  }),
  worktree_created: making('made'),
  worktree_adopted: making('adopted'),
  worktree_restored: making('restored'),
  worktree_prepared: event({
    noun: 'worktree',
    payload: z.object({ ...worktree, path: z.string(), warnings: z.array(z.string()) }),
    tone: 'good',
    words: p => `${named(p)} is ready at ${p.path}`,
    body: p => lines(p.warnings),
  }),
  worktree_failed: event({
    noun: 'worktree',
    payload: z.object({ ...worktree, errand: z.string(), reason: z.string() }),
    tone: 'bad',
    words: p => `${named(p)}: ${p.errand} failed`,
    body: p => p.reason,
  }),
  worktree_resumed: event({
    noun: 'worktree',
    payload: z.object({ ...worktree, errand: z.string(), how: z.string() }),
    tone: 'house',
    words: p => `${named(p)}: ${p.errand} was cut off; ${p.how}`,
  }),
  worktree_synced: event({
    noun: 'worktree',
    payload: z.object({ ...worktree, head: z.string() }),
    tone: 'house',
    words: p => `${named(p)} has MAIN in it, now at ${p.head.slice(0, 12)}`,
  }),
  worktree_kept: event({
    noun: 'worktree',
    payload: z.object({ ...worktree, reason: z.string() }),
    tone: 'bad',
    words: p => `${named(p)} was not removed`,
    body: p => p.reason,
  }),
  work_snapshotted: event({
    noun: 'worktree',
    payload: z.object({ ...worktree, rescue: z.string(), leftOut: z.array(z.string()) }),
    tone: 'text',
    words: p =>
      `all of ${named(p)} as ${p.rescue}${p.leftOut.length > 0 ? `, without ${p.leftOut.slice(0, 5).join(', ')}` : ''}`,
  }),
  worktree_removed: event({
    noun: 'worktree',
    payload: z.object({
      ...worktree,
      rescue: z.string().optional(),
      branch: z.string().optional(),
      branchDeleted: z.boolean(),
    }),
    tone: 'house',
    words: p =>
      `${named(p)}${p.branch ? `; ${p.branch} is ${p.branchDeleted ? 'landed and deleted' : 'still there'}` : ''}`,
  }),
  worktree_gone: event({
    noun: 'worktree',
    payload: z.object({ ...worktree, reason: z.string() }),
    tone: 'bad',
    words: p => named(p),
    body: p => p.reason,
  }),
  worktree_expired: event({
    noun: 'worktree',
    payload: z.object({ ...worktree, rescue: z.string() }),
    tone: 'house',
    quiet: true,
    words: p => `${named(p)} can't be restored any more; ${p.rescue} is deleted`,
  }),
  file_claimed: event({
    noun: 'worktree',
    payload: z.object({ holder: z.string(), paths: z.array(z.string()), until: z.string() }),
    tone: 'house',
    quiet: true,
    words: p => `${p.paths.join(', ')} by ${p.holder} until ${p.until}`,
  }),
  file_overlapped: event({
    noun: 'worktree',
    payload: z.object({
      path: z.string(),
      holder: z.string(),
      otherPath: z.string(),
      otherHolder: z.string(),
      until: z.string(),
    }),
    tone: 'bad',
    words: p => `${p.path} of ${p.holder} meets ${p.otherPath} of ${p.otherHolder}, until ${p.until}`,
  }),
}
