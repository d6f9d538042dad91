/** One place where the house is not as AGENTS.md says. */
export type Breach = { rule: string; path: string; why: string }

/** Splits breaches from the known ones ("rule path"): `unknown` must be mended, `stale` must leave the list. */
export function weigh(breaches: Breach[], exceptions: string[]): { unknown: Breach[]; stale: string[] } {
  const found = new Set(breaches.map(nameOf))
  return {
    unknown: breaches.filter(breach => !exceptions.includes(nameOf(breach))),
    stale: exceptions.filter(exception => !found.has(exception)),
  }
}

/** `rule path`, as in the list of exceptions. */
export function nameOf(breach: Breach): string {
  return `${breach.rule} ${breach.path}`
}
