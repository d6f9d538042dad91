/** What was spent, by whom it is limited, and whether that is reached. */
import type { Budget } from '../brief.ts'
import { tokensOf, type Usages, usdOf } from './run.ts'
import type { Usage } from './said.ts'

export type Spent = { tokens: number; usd: number }
export type SpentOn = { brief: Spent; project: Spent; day: Spent }
export type Ceilings = { brief?: Budget | null | undefined; project?: Budget | undefined; day?: Budget | undefined }

export const nothingSpent: Spent = { tokens: 0, usd: 0 }

/** In words, the first ceiling that is reached. */
export function ceilingReached(spent: SpentOn, ceilings: Ceilings): string | undefined {
  for (const what of ['brief', 'day', 'project'] as const) {
    const [is, ceiling] = [spent[what], ceilings[what]]
    const whose = { brief: 'of the Brief', day: 'of the day', project: 'of the project' }[what]
    if (ceiling?.tokens !== undefined && is.tokens >= ceiling.tokens)
      return `the budget ${whose} is spent: ${is.tokens} of ${ceiling.tokens} tokens`
    if (ceiling?.usd !== undefined && is.usd >= ceiling.usd)
      return `the budget ${whose} is spent: $${is.usd.toFixed(2)} of $${ceiling.usd.toFixed(2)}`
  }
  return undefined
}

export type Spending = Usage & { model: string; usd: number }

/** What came on top since it was last heard, model by model. What a harness counts anew from nothing is taken as new. */
export function spentSince(before: Usages, after: Usages): Spending[] {
  return Object.entries(after).flatMap(([model, now]) => {
    const was = before[model]
    const kept = was && tokensOf({ [model]: now }) >= tokensOf({ [model]: was }) ? was : undefined
    const grown = (key: keyof Usage): number => Math.max(0, now[key] - (kept?.[key] ?? 0))
    const spending = {
      model,
      input: grown('input'),
      cacheRead: grown('cacheRead'),
      cacheWrite: grown('cacheWrite'),
      output: grown('output'),
      usd: Math.max(0, usdOf({ [model]: now }) - (kept ? usdOf({ [model]: kept }) : 0)),
    }
    const any = spending.input + spending.cacheRead + spending.cacheWrite + spending.output > 0 || spending.usd > 0
    return any ? [spending] : []
  })
}
