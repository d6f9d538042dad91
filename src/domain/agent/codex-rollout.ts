/** The transcript that Codex keeps of a thread: what it used, how full its context is, what was kept back. */
import { countOf, type Json, readJson, recordOf, textOf } from './loose-json.ts'
import type { AgentSaid, Usage } from './said.ts'
import { minus, NOTHING, plus, tally } from './tally.ts'

export type RolloutReader = {
  /** A line of the time before this run: its totals are what this run begins at. */
  skip: (line: string) => void
  read: (line: string) => AgentSaid[]
}

export function rolloutReader(): RolloutReader {
  let tell = tally()
  const used = new Map<string, Usage>()
  let before = NOTHING
  let model = 'unknown'
  let context = ''

  const usageSaid = (total: Usage): AgentSaid[] => {
    const all = plus(used.get(model) ?? NOTHING, minus(total, before))
    before = total
    used.set(model, all)
    return tell(model, all)
  }

  const counted = (payload: Record<string, Json>): AgentSaid[] => {
    const info = recordOf(payload['info'])
    if (info['total_token_usage'] === undefined) return []
    const last = recordOf(info['last_token_usage'])
    const window = countOf(info['model_context_window'])
    const said: AgentSaid = {
      kind: 'context',
      tokens: countOf(last['input_tokens']),
      ...(window > 0 ? { window } : {}),
    }
    const isNews = JSON.stringify(said) !== context
    context = JSON.stringify(said)
    return [...usageSaid(usageIn(info['total_token_usage'])), ...(isNews ? [said] : [])]
  }

  const read = (text: string): AgentSaid[] => {
    const line = recordOf(readJson(text))
    const payload = recordOf(line['payload'])
    if (line['type'] === 'turn_context') model = textOf(payload['model']) || model
    if (line['type'] === 'compacted') return [{ kind: 'compacted' }]
    if (line['type'] === 'event_msg' && payload['type'] === 'token_count') return counted(payload)
    return line['type'] === 'response_item' ? keptBack(payload) : []
  }

  return {
    read,
    skip: text => {
      read(text)
      tell = tally()
      used.clear()
      context = ''
    },
  }
}

/** A hook's word takes the place of what the tool would have answered. */
function keptBack(payload: Record<string, Json>): AgentSaid[] {
  if (!textOf(payload['type']).endsWith('_call_output')) return []
  const reason = /^Command blocked by PreToolUse hook: ([^]*)/.exec(textOf(payload['output']))?.[1]
  return reason === undefined ? [] : [{ kind: 'denied', tool: 'Bash', reason: reason.slice(0, 1_000) }]
}

/** Its input tokens hold those from and into the cache. */
function usageIn(value: Json): Usage {
  const all = recordOf(value)
  const cacheRead = countOf(all['cached_input_tokens'])
  const cacheWrite = countOf(all['cache_write_input_tokens'])
  const input = Math.max(0, countOf(all['input_tokens']) - cacheRead - cacheWrite)
  return { input, cacheRead, cacheWrite, output: countOf(all['output_tokens']) }
}
