// Foreign words for a status, in our words.

import type { ImportedNote, ImportedStatus } from './imported-brief.ts'

const MEANINGS: Record<ImportedStatus, string[]> = {
  idea: ['draft', 'idea'],
  planned: [
    'open',
    'todo',
    'to-do',
    'pending',
    'planned',
    'ready',
    'backlog',
    'blocked',
    'in-progress',
    'doing',
    'started',
    'hooked',
  ],
  in_review: ['review', 'in-review'],
  complete: ['done', 'closed', 'completed', 'complete'],
  deferred: ['deferred', 'on-hold'],
  cancelled: ['cancelled', 'canceled', 'archived'],
}
const STATUS_OF = new Map(
  Object.entries(MEANINGS).flatMap(([status, words]) => words.map(word => [word, status as ImportedStatus] as const)),
)
const HELD = new Set(['in-progress', 'doing', 'started', 'hooked'])

/** The status, and a note wherever ours says less than the foreign word did. An unknown or missing word is `planned`. */
export function readStatus(source: string, word: string): { status: ImportedStatus; notes: ImportedNote[] } {
  const plain = word
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
  const status = STATUS_OF.get(plain) ?? 'planned'
  if (HELD.has(plain))
    return { status, notes: [{ body: `Was “${word}” in ${source}. Nobody holds it here, so it is planned.` }] }
  if (plain === 'blocked') {
    return {
      status,
      notes: [{ body: `Was “${word}” in ${source}. Here that follows from dependencies, so it is planned.` }],
    }
  }
  if (plain !== '' && !STATUS_OF.has(plain)) {
    return { status, notes: [{ body: `Was “${word}” in ${source}, which has no match here, so it is planned.` }] }
  }
  return { status, notes: [] }
}
