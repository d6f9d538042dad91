/** What tokens cost, by model and date. For what a harness doesn't say itself; a model that isn't here has no price. */
import type { Usage } from './said.ts'

/** When this table was made. */
export const pricesOf = '2026-11-28'

/** USD per million tokens at the maker's standard rate. One that is left out isn't known. */
export type Price = { input: number; cacheRead: number; cacheWrite?: number; output: number }

export type PriceRow = {
  /** As the maker's API names it; a date after it, or a window in brackets, is of the same model. */
  model: string
  /** The first day on which it holds, in UTC. */
  since: string
  /** The first day on which it is not known to hold any more. */
  until?: string
  price: Price
  from: string
}

/** Writes into the cache for five minutes; those for an hour cost more. */
const ANTHROPIC = 'https://platform.claude.com/docs/en/about-claude/pricing, read 2026-11-28'
/** Requests of at most 272,000 input tokens; longer ones cost more, of which totals say nothing. */
const OPENAI = 'https://developers.openai.com/api/docs/pricing, by what was told of it until 2026-11-28'

type Rates = [input: number, cacheRead: number, cacheWrite: number | undefined, output: number]

const row = (
  model: string,
  since: string,
  [input, cacheRead, cacheWrite, output]: Rates,
  until?: string,
): PriceRow => ({
  model,
  since,
  ...(until === undefined ? {} : { until }),
  price: { input, cacheRead, ...(cacheWrite === undefined ? {} : { cacheWrite }), output },
  from: model.startsWith('claude-') ? ANTHROPIC : OPENAI,
})

/**
 * Claude Haiku 5.5 is not among them: its price goes by the length of each prompt, which totals don't tell. The first date of a
 * model is that of its release, or earlier than any run of flower.
 */
export const PRICES: readonly PriceRow[] = [
  row('claude-fable-5-1', '2026-09-01', [10, 0.25, 12.5, 50]),
  row('claude-fable-5', '2026-01-01', [10, 1, 12.5, 50]),
  row('claude-opus-5-5', '2026-09-22', [4, 0.2, 5, 20]),
  row('claude-opus-5', '2026-07-24', [5, 0.5, 6.25, 25]),
  row('claude-opus-4-8', '2026-01-01', [5, 0.5, 6.25, 25]),
  row('claude-opus-4-7', '2026-01-01', [5, 0.5, 6.25, 25]),
  row('claude-opus-4-6', '2026-01-01', [5, 0.5, 6.25, 25]),
  row('claude-opus-4-5', '2025-11-01', [5, 0.5, 6.25, 25]),
  row('claude-sonnet-5-5', '2026-09-28', [2, 0.2, 2.5, 10]),
  row('claude-sonnet-5-5', '2026-10-07', [2, 0.1, 2.5, 10]),
  row('claude-sonnet-5', '2026-01-01', [2, 0.2, 2.5, 10]),
  row('claude-sonnet-4-6', '2026-01-01', [3, 0.3, 3.75, 15]),
  row('claude-sonnet-4-5', '2025-09-29', [3, 0.3, 3.75, 15]),
  row('claude-haiku-4-5', '2025-10-01', [1, 0.1, 1.25, 5]),
  row('gpt-6.2-astra', '2026-11-17', [8, 0.4, undefined, 40]),
  row('gpt-6.2-sol', '2026-11-17', [2, 0.1, 2.5, 10]),
  row('gpt-6.1-terra', '2026-10-26', [1, 0.05, 1.25, 5]),
  row('gpt-6.1-sol', '2026-09-29', [2, 0.1, 2.5, 10]),
  row('gpt-6-astra', '2026-09-03', [10, 1, 12.5, 50]),
  row('gpt-6-sol', '2026-09-22', [2, 0.2, 2.5, 10]),
  row('gpt-6-luna', '2026-09-22', [0.1, 0.01, 0.125, 0.5]),
  row('gpt-5.6-sol', '2026-07-09', [5, 0.5, undefined, 30]),
  // An offer that was promised until then.
  row('gpt-5.6-sol', '2026-08-21', [4, 0.4, undefined, 20], '2026-11-22'),
  row('gpt-5.6-terra', '2026-07-09', [2.5, 0.25, undefined, 15]),
  row('gpt-5.6-terra', '2026-07-30', [2, 0.2, undefined, 12]),
  row('gpt-5.6-luna', '2026-07-09', [1, 0.1, undefined, 6]),
  row('gpt-5.6-luna', '2026-07-30', [0.2, 0.02, undefined, 1.2]),
]

/** In USD. Undefined when the model, or the price of a kind of token that was used, isn't known for that day: never a guess. */
export function costOf(model: string, usage: Usage, at: Date): number | undefined {
  const day = at.toISOString().slice(0, 10)
  const name = model.replace(/\[\w+\]$/, '').replace(/-(\d{8}|\d{4}-\d\d-\d\d)$/, '')
  const rows = PRICES.filter(each => each.model === name && each.since <= day)
  const newest = rows.toSorted((one, other) => one.since.localeCompare(other.since)).at(-1)
  if (newest === undefined || (newest.until !== undefined && day >= newest.until)) return undefined
  const { price } = newest
  if (price.cacheWrite === undefined && usage.cacheWrite > 0) return undefined
  const millionths =
    usage.input * price.input +
    usage.cacheRead * price.cacheRead +
    usage.cacheWrite * (price.cacheWrite ?? 0) +
    usage.output * price.output
  return millionths / 1e6
}
