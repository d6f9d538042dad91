// The files that a branch changes, with their counts, renames, kinds and modes.

import { isObjectId } from '../git/ref-name.ts'
import { ask, type GitFailure, shown } from '../landing/plumbing.ts'
import { mergeBases } from './touched.ts'

/** A file as one of the two commits has it. */
export interface FileVersion {
  /** git's six digits: 100644, 100755 (may be run), 120000 (link), 160000 (submodule, whose commit `id` is). */
  mode: string
  id: string
}

export interface ChangedFile {
  /** Its path now, or where it was when it is gone. For people: a name that is no UTF-8 has replacement signs in it. */
  path: string
  /** Where it came from. */
  oldPath?: string
  status: 'added' | 'deleted' | 'modified' | 'renamed' | 'kind_changed'
  /** Of a rename, 0 to 100. */
  similarity?: number
  before?: FileVersion
  after?: FileVersion
  /** Lines; undefined for what is no text. */
  added?: number
  deleted?: number
}

export type Changes =
  | {
      outcome: 'read'
      files: ChangedFile[]
      /** How many files beyond `limit` there are. */
      more: number
      /** Lines of all files, those beyond the limit too. */
      added: number
      deleted: number
    }
  | GitFailure

/** Where a branch left another, to compare from; undefined when they have nothing in common. */
export async function baseOf(gitDir: string, onto: string, tip: string): Promise<string | undefined> {
  return (await mergeBases(gitDir, onto, tip))[0]
}

/** What differs between two commits. Object ids. */
export async function changesOf(wish: { gitDir: string; base: string; tip: string; limit: number }): Promise<Changes> {
  const bad = [wish.base, wish.tip].find(id => !isObjectId(id))
  if (bad !== undefined) return { outcome: 'failed', step: 'changes', detail: `${bad} is not an object id` }
  const args = [
    'diff-tree',
    '-r',
    '-z',
    '-M',
    '-l2000',
    '--raw',
    '--numstat',
    '--no-abbrev',
    '--no-ext-diff',
    '--no-textconv',
  ]
  const limits = { timeoutMs: 60_000, maxBytes: 128 * 1024 * 1024 }
  const read = await ask(wish.gitDir, [...args, '--end-of-options', wish.base, wish.tip], limits)
  if (read.outcome !== 'ok') return read
  const files = parse(read.stdout.split('\0'))
  const sum = (of: 'added' | 'deleted') => files.reduce((total, file) => total + (file[of] ?? 0), 0)
  const more = Math.max(0, files.length - wish.limit)
  return { outcome: 'read', files: files.slice(0, wish.limit), more, added: sum('added'), deleted: sum('deleted') }
}

/** First a record of each file's ids, which begins with a colon; then, in the same order, the counts of each. */
function parse(fields: string[]): ChangedFile[] {
  const files: ChangedFile[] = []
  let at = 0
  const next = (): string => fields[at++] ?? ''
  while (fields[at]?.startsWith(':')) files.push(parseRecord(next(), next))
  for (const file of files) {
    const [added = '', deleted = '', path = ''] = next().split('\t')
    // Both paths of a rename follow by themselves.
    if (path === '') at += 2
    if (added === '-' || isSubmodule(file)) continue
    file.added = Number(added)
    file.deleted = Number(deleted)
  }
  return files
}

function parseRecord(record: string, next: () => string): ChangedFile {
  const [modeBefore = '', modeAfter = '', idBefore = '', idAfter = '', letters = ''] = record.slice(1).split(' ')
  const first = shown(next())
  const status = STATUSES[letters[0] ?? ''] ?? 'modified'
  const renamed = status === 'renamed'
  return {
    path: renamed ? shown(next()) : first,
    ...(renamed ? { oldPath: first, similarity: Number(letters.slice(1)) } : {}),
    status,
    ...(status === 'added' ? {} : { before: { mode: modeBefore, id: idBefore } }),
    ...(status === 'deleted' ? {} : { after: { mode: modeAfter, id: idAfter } }),
  }
}

const STATUSES: Record<string, ChangedFile['status']> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'kind_changed',
}

export function isSubmodule({ before, after }: Pick<ChangedFile, 'before' | 'after'>): boolean {
  return before?.mode === '160000' || after?.mode === '160000'
}
