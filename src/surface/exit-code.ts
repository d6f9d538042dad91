/** What a program's caller learns from its exit code. One table for everything that the command line runs. */
import type { RefusalKind } from '#domain/refusal.ts'

export const exitCodes = { ok: 0, failure: 1, usage: 2 } as const

const byKind: Record<RefusalKind, number> = {
  invalid: exitCodes.usage,
  missing: 3,
  forbidden: 4,
  conflict: 5,
  busy: 6,
  stale: 7,
  policy: 8,
}

export const exitCodeOf = (kind: RefusalKind): number => byKind[kind]
