/** Comments on lines that were written and not sent yet: of one Brief, kept in this browser until they are sent. */
import { useMemo } from 'react'
import { useDraft } from '../../bloom/write/draft.ts'

export type DraftComment = {
  file: string
  /** In the text as the branch has it; null for the file as a whole. */
  line: number | null
  body: string
  /** The line's own text, by which it is found again. */
  quoted: string
  /** The commit that was looked at. */
  tip: string
  /** It is being written. */
  open: boolean
}
export type Place = Pick<DraftComment, 'file' | 'line'>

export const placeOf = ({ file, line }: Place): string => (line === null ? file : `${file}:${line}`)

const isAt = (place: Place) => (one: Place) => one.file === place.file && one.line === place.line

function isComment(value: unknown): value is DraftComment {
  if (typeof value !== 'object' || value === null) return false
  const one = value as Record<string, unknown>
  const texts = [one.file, one.body, one.quoted, one.tip]
  return texts.every(text => typeof text === 'string') && (one.line === null || Number.isInteger(one.line))
}

/** What an earlier page has kept, whatever it was. */
export function readComments(text: string): DraftComment[] {
  try {
    const kept: unknown = JSON.parse(text || '[]')
    return Array.isArray(kept) ? kept.filter(isComment) : []
  } catch {
    return []
  }
}

/** Begins one, or goes on with the one that is there. */
export function begun(all: readonly DraftComment[], one: Omit<DraftComment, 'body' | 'open'>): DraftComment[] {
  const isThere = all.some(isAt(one))
  if (!isThere) return [...all, { ...one, body: '', open: true }]
  return changed(all, one, { open: true })
}

/** One that nothing is written in goes once it is shut. */
export function changed(
  all: readonly DraftComment[],
  place: Place,
  part: Partial<Pick<DraftComment, 'body' | 'open'>>,
): DraftComment[] {
  const next = all.map(one => (isAt(place)(one) ? { ...one, ...part } : one))
  return next.filter(one => one.open || one.body.trim() !== '')
}

export const without = (all: readonly DraftComment[], place: Place): DraftComment[] =>
  all.filter(one => !isAt(place)(one))

/** Those that say something, in the order of the files and their lines. */
export function ready(all: readonly DraftComment[]): DraftComment[] {
  const said = all.filter(one => one.body.trim() !== '')
  return said.toSorted((a, b) => (a.file === b.file ? (a.line ?? 0) - (b.line ?? 0) : a.file < b.file ? -1 : 1))
}

export type DraftComments = {
  all: readonly DraftComment[]
  begin: (one: Omit<DraftComment, 'body' | 'open'>) => void
  change: (place: Place, part: Partial<Pick<DraftComment, 'body' | 'open'>>) => void
  remove: (place: Place) => void
  clear: () => void
}

export function useDraftComments(briefId: number): DraftComments {
  const [text, setText] = useDraft(`changes ${briefId}`)
  const all = useMemo(() => readComments(text), [text])
  const keep = (next: readonly DraftComment[]) => setText(next.length === 0 ? '' : JSON.stringify(next))
  return {
    all,
    begin: one => keep(begun(all, one)),
    change: (place, part) => keep(changed(all, place, part)),
    remove: place => keep(without(all, place)),
    clear: () => keep([]),
  }
}
