/** Filters that somebody gave a name: kept in this browser, the same in all of its tabs. */
import { useSyncExternalStore } from 'react'
import { keptNews } from '../../bloom/kept-news.ts'
import { readSearch, type Seen, writeSearch } from './address.ts'

export type Saved = Seen & { name: string }

const key = 'filters of briefs'
/** More than these are no shortcut. */
export const mostSaved = 30
export const longestName = 60

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** What was kept, as far as it can be read: anything may stand in a browser's storage. */
export function readSaved(kept: string | null): readonly Saved[] {
  let found: unknown
  try {
    found = JSON.parse(kept ?? '[]')
  } catch {
    return []
  }
  const entries = Array.isArray(found) ? found.filter(one => typeof one === 'object' && one !== null) : []
  const saved = new Map<string, Saved>()
  for (const entry of entries.slice(0, mostSaved) as Record<string, unknown>[]) {
    const name = text(entry['name']).slice(0, longestName)
    const { q, sort = 'moved', project, view = 'list' } = readSearch({ ...entry, q: entry['query'] })
    if (name !== '' && q !== undefined) saved.set(name, { name, query: q, sort, project, view })
  }
  return [...saved.values()]
}

export const isSame = (one: Seen, other: Seen): boolean =>
  JSON.stringify(writeSearch(one)) === JSON.stringify(writeSearch(other))

let cached: { kept: string | null; saved: readonly Saved[] } = { kept: null, saved: [] }
const news = keptNews()

function now(): readonly Saved[] {
  let kept = cached.kept
  try {
    kept = localStorage.getItem(key)
  } catch {
    // Forbidden storage: what was saved lasts as long as the page.
  }
  if (kept !== cached.kept) cached = { kept, saved: readSaved(kept) }
  return cached.saved
}

/** Keeps all of them, in this order. */
export function keepSaved(saved: readonly Saved[]): void {
  const kept = JSON.stringify(saved)
  try {
    localStorage.setItem(key, kept)
  } catch {
    // A full storage must not stop somebody from going on.
  }
  cached = { kept, saved }
  news.tell()
}

export const useSaved = (): readonly Saved[] => useSyncExternalStore(news.subscribe, now, now)
/** Those of now, for what happens later than it was drawn. */
export const savedNow = now
