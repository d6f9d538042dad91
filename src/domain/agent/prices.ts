/** What models cost where a harness doesn't say: a dated table. */
import type { Usage } from './said.ts'

export const pricesOf = '2026-11-01'

/** In US dollars; undefined for a model that the table doesn't know. */
export function costOf(_model: string, _usage: Usage, _at: string): number | undefined {
  return undefined
}
