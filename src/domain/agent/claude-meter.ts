/** What Claude Code tells of usage and of its context, counted for one run. */
import { countOf, type Json, recordOf, textOf } from './loose-json.ts'
import type { AgentSaid, Usage } from './said.ts'
import { minus, NOTHING, plus, tally } from './tally.ts'

type Line = Record<string, Json>

/**
 * Usage and context. Messages tell theirs at once but for what came out (each comes as several lines with one id), results tell all of it,
 * child agents included, and count on from session to session.
 */
export function claudeMeter() {
  const tell = tally()
  const settled = new Map<string, Usage>()
  const since = new Map<string, { model: string; usage: Usage }>()
  const before = new Map<string, { usage: Usage; usd: number }>()
  let isFirst = true
  let window: number | undefined
  let model = ''
  let context = 0

  const contextNow = (): AgentSaid => ({
    kind: 'context',
    tokens: context,
    ...(window === undefined ? {} : { window }),
  })

  return {
    message(line: Line, isOfChild: boolean): AgentSaid[] {
      const message = recordOf(line['message'])
      if (message['model'] === '<synthetic>') return []
      const usage = usageIn(
        recordOf(message['usage']),
        'input_tokens',
        'cache_read_input_tokens',
        'cache_creation_input_tokens',
        'output_tokens',
      )
      const name = textOf(message['model'])
      since.set(textOf(message['id']), { model: name, usage })
      const fresh = [...since.values()]
        .filter(each => each.model === name)
        .reduce((sum, each) => plus(sum, each.usage), NOTHING)
      const said = tell(name, plus(settled.get(name) ?? NOTHING, fresh))
      const tokens = usage.input + usage.cacheRead + usage.cacheWrite
      if (isOfChild || tokens === context) return said
      context = tokens
      model = name
      return [...said, contextNow()]
    },
    result(line: Line): AgentSaid[] {
      const recent = recordOf(line['model_usage_since_last_result'])
      const said = Object.entries(recordOf(line['modelUsage'])).flatMap(([key, value]) => {
        const all = recordOf(value)
        const total = totalOf(all)
        // What earlier programs of the same session used is in the first result too.
        if (isFirst && line['model_usage_since_last_result'] !== undefined) {
          const own = totalOf(recordOf(recent[key]))
          before.set(key, { usage: minus(total.usage, own.usage), usd: Math.max(0, total.usd - own.usd) })
        }
        const old = before.get(key) ?? { usage: NOTHING, usd: 0 }
        const name = textOf(all['canonicalModel']) || key
        const usage = minus(total.usage, old.usage)
        settled.set(name, usage)
        if (name === model && countOf(all['contextWindow']) > 0) window = countOf(all['contextWindow'])
        return tell(name, usage, rounded(total.usd - old.usd))
      })
      isFirst = false
      since.clear()
      return context > 0 && said.length > 0 ? [...said, contextNow()] : said
    },
  }
}

const totalOf = (all: Line) => ({
  usage: usageIn(all, 'inputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens', 'outputTokens'),
  usd: typeof all['costUSD'] === 'number' ? all['costUSD'] : 0,
})

const usageIn = (from: Line, input: string, cacheRead: string, cacheWrite: string, output: string): Usage => ({
  input: countOf(from[input]),
  cacheRead: countOf(from[cacheRead]),
  cacheWrite: countOf(from[cacheWrite]),
  output: countOf(from[output]),
})

/** Sums of money in binary fractions: to a millionth of a dollar. */
const rounded = (usd: number): number => Math.max(0, Math.round(usd * 1e6) / 1e6)
