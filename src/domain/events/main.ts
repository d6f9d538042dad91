/** What happens to MAIN's checkout and to what guards it. */
import { z } from 'zod'
import { ref } from '../ref.ts'
import { event } from './definition.ts'

const some = (files: string[], changed: number): string =>
  `${files.slice(0, 5).join(', ')}${changed > 5 ? ` and ${changed - 5} more` : ''}`

export const mainEvents = {
  main_requested: event({
    noun: 'main',
    payload: z.object({ errand: z.string() }),
    tone: 'house',
    quiet: true,
    words: p => p.errand,
  }),
  main_changed: event({
    noun: 'main',
    payload: z.object({
      number: z.int(),
      ref: z.string(),
      files: z.array(z.string()),
      changed: z.int(),
      active: z.array(z.string()),
    }),
    tone: 'bad',
    words: p =>
      `changed from outside: ${some(p.files, p.changed)}; kept as ${p.ref}. Active: ${p.active.join(', ') || 'nobody that flower knows'}`,
  }),
  main_strayed: event({
    noun: 'main',
    payload: z.object({ status: z.string(), detail: z.string() }),
    tone: 'bad',
    words: p => `${p.status.replaceAll('_', ' ')}: ${p.detail}`,
  }),
  main_cleared: event({
    noun: 'main',
    payload: z.object({ tip: z.string().nullable() }),
    tone: 'good',
    words: p => `as its branch has it${p.tip ? `, at ${p.tip.slice(0, 12)}` : ''}`,
  }),
  main_moved: event({
    noun: 'main',
    payload: z.object({ from: z.string().nullable(), to: z.string() }),
    tone: 'house',
    words: p => `moved by somebody${p.from ? ` from ${p.from.slice(0, 12)}` : ''} to ${p.to.slice(0, 12)}`,
  }),
  main_rescued: event({
    noun: 'main',
    payload: z.object({
      ref: z.string(),
      worktreeId: z.int(),
      files: z.array(z.string()),
      changed: z.int(),
      /** Written meanwhile; paths in the worktree. */
      late: z.object({ files: z.array(z.string()), count: z.int() }).optional(),
    }),
    tone: 'good',
    words: p =>
      `${some(p.files, p.changed)} moved into ${ref('worktree', p.worktreeId)}; kept as ${p.ref} too${p.late ? `; written meanwhile, and there as well: ${some(p.late.files, p.late.count)}` : ''}`,
  }),
  main_guarded: event({
    noun: 'main',
    payload: z.object({ installed: z.boolean() }),
    tone: 'house',
    words: p => (p.installed ? 'its hooks are in place' : 'its hooks are taken away'),
  }),
  main_unguarded: event({
    noun: 'main',
    payload: z.object({ detail: z.string() }),
    tone: 'bad',
    words: p => `its hooks are not what they were: ${p.detail}`,
  }),
  main_errand_failed: event({
    noun: 'main',
    payload: z.object({ errand: z.string(), reason: z.string() }),
    tone: 'bad',
    words: p => `${p.errand} failed`,
    body: p => p.reason,
  }),
  guard_refused: event({
    noun: 'main',
    payload: z.object({ actor: z.string(), tool: z.string(), path: z.string(), reason: z.string() }),
    tone: 'bad',
    words: p => `${p.actor}: ${p.tool} at ${p.path}`,
    body: p => p.reason,
  }),
}
