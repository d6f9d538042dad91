/** What was spent in a project: by day, Brief and model. */
import type { Output } from '#contract/catalogue.ts'
import { pricesOf } from '#domain/agent/prices.ts'
import { dayIn, daysBefore } from '#domain/words/calendar.ts'
import { spendingsSince, spentOn } from '#store/queries/agents.ts'
import { listedBriefs } from '#store/queries/brief-list.ts'
import { meantProject } from '#store/queries/projects.ts'
import type { Tables } from '#store/tables.ts'
import type { Read } from '../work.ts'
import { policyFor } from './policy.ts'

type Amount = Output<'agent.costs'>['total']

const usualDays = 30

export const costs: Read<'agent.costs'> = async (input, work) => {
  const { id, slug } = await meantProject(work.tx, input.project)
  const today = dayIn(work.zone, work.now)
  const rows = await spendingsSince(work.tx, id, daysBefore(today, (input.days ?? usualDays) - 1))
  const perBrief = amountsBy(rows, row => row.brief_id)
  const titles = new Map((await listedBriefs(work.tx, [...perBrief.keys()])).map(each => [each.id, each.title]))
  const { project: total, day } = await spentOn(work.tx, { briefId: 0, projectId: id, day: today })
  return {
    project: slug,
    total,
    today: day,
    days: [...amountsBy(rows, row => row.day)].map(([day, amount]) => ({ day, ...amount })),
    briefs: [...perBrief]
      .map(([briefId, amount]) => ({ briefId, title: titles.get(briefId) ?? '', ...amount }))
      .sort(dearestFirst),
    models: [...amountsBy(rows, row => row.model)].map(([model, amount]) => ({ model, ...amount })).sort(dearestFirst),
    budgets: (await policyFor(work, id)).budgets,
    pricesOf,
  }
}

const dearestFirst = (a: Amount, b: Amount): number => b.usd - a.usd || b.tokens - a.tokens

function amountsBy<Key>(
  rows: readonly Tables['spendings'][],
  key: (row: Tables['spendings']) => Key,
): Map<Key, Amount> {
  const sums = new Map<Key, Amount>()
  for (const row of rows) {
    const sum = sums.get(key(row)) ?? { tokens: 0, usd: 0 }
    const tokens = row.input + row.cache_read + row.cache_write + row.output
    sums.set(key(row), { tokens: sum.tokens + tokens, usd: sum.usd + row.usd })
  }
  return sums
}
