/** What was chosen last in this browser. Only names are kept: no input, and no answer. */
import { isOperation } from '#contract/catalogue.ts'
import type { Entry } from './entry.ts'

const name = 'palette recent'
const most = 6

type Kept = { operation: string } | { href: string; name: string; icon: Entry['icon'] }

const keyOf = (kept: Kept): string => ('href' in kept ? kept.href : kept.operation)

export function recentOnes(): Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isKept).slice(0, most) : []
  } catch {
    return []
  }
}

function isKept(value: unknown): value is Kept {
  const { operation, href, name: words, icon } = (value ?? {}) as Record<string, unknown>
  if (typeof operation === 'string') return isOperation(operation)
  // What storage says may be anybody's: only a place of this page is gone to.
  return typeof href === 'string' && /^\/(?![/\\])/.test(href) && typeof words === 'string' && typeof icon === 'string'
}

export function keepRecent(entry: Entry): void {
  const kept: Kept =
    'href' in entry ? { href: entry.href, name: entry.name, icon: entry.icon } : { operation: entry.operation }
  try {
    const others = recentOnes().filter(each => keyOf(each) !== keyOf(kept))
    localStorage.setItem(name, JSON.stringify([kept, ...others].slice(0, most)))
  } catch {
    // Without storage there are no recent ones.
  }
}
