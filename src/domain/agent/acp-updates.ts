/** What an agent of the Agent Client Protocol tells of its turn, in our words. */
import { arrayOf, countOf, type Json, recordOf, shortInput, textOf } from './loose-json.ts'
import type { AgentSaid, Usage } from './said.ts'
import { NOTHING, plus, tally } from './tally.ts'

type Update = Record<string, Json>

/** All that is known of a call of a tool; what comes later is added. */
export type ToolCall = {
  callId: string
  name: string
  /** `read`, `edit`, `delete`, `move`, `search`, `execute`, `think`, `fetch`, `switch_mode` or `other`. */
  kind: string
  input: Json
  /** Every path that it names. */
  paths: string[]
}

export type UpdateReader = {
  /** `params.update` of a `session/update`. */
  update: (update: Json) => AgentSaid[]
  /** What was written of the last message and not yet told; the words of the turn are the last of these. */
  flush: () => AgentSaid[]
  lastWords: () => string
  /** A call by what is known of it, with what a request for permission says of it. */
  callOf: (toolCall: Json) => ToolCall
  /** The `usage` of a turn that ended. */
  used: (usage: Json) => AgentSaid[]
}

export function updateReader(model: string): UpdateReader {
  const calls = new Map<string, ToolCall>()
  const tell = tally()
  let all: Usage = NOTHING
  let usd: number | undefined
  let text = ''
  let last = ''

  const flush = (): AgentSaid[] => {
    if (text.trim() === '') return []
    last = text
    text = ''
    return [{ kind: 'text', text: last }]
  }

  const callOf = (value: Json): ToolCall => {
    const call = callFrom(recordOf(value), calls)
    calls.set(call.callId, call)
    return call
  }

  const ofTool = (update: Update): AgentSaid[] => {
    const isNew = !calls.has(textOf(update['toolCallId']))
    const { callId, name, input } = callOf(update)
    const begun: AgentSaid[] = isNew ? [{ kind: 'tool', callId, name, input: shortInput(input) }] : []
    const { status } = update
    if (status !== 'completed' && status !== 'failed') return begun
    return [...begun, { kind: 'tool_ended', callId, failed: status === 'failed' }]
  }

  return {
    flush,
    callOf,
    lastWords: () => last,
    update: value => {
      const update = recordOf(value)
      const kind = textOf(update['sessionUpdate'])
      if (kind === 'agent_message_chunk') {
        text += textOf(recordOf(update['content'])['text'])
        return []
      }
      if (kind === 'tool_call' || kind === 'tool_call_update') return [...flush(), ...ofTool(update)]
      if (kind === 'compaction_update' && update['status'] === 'completed') return [{ kind: 'compacted' }]
      if (kind !== 'usage_update') return []
      const cost = recordOf(update['cost'])
      if (cost['currency'] === 'USD' && typeof cost['amount'] === 'number') usd = cost['amount']
      const window = countOf(update['size'])
      return [{ kind: 'context', tokens: countOf(update['used']), ...(window > 0 ? { window } : {}) }]
    },
    used: value => {
      const told = recordOf(value)
      all = plus(all, {
        input: countOf(told['inputTokens']),
        cacheRead: countOf(told['cachedReadTokens']),
        cacheWrite: countOf(told['cachedWriteTokens']),
        output: countOf(told['outputTokens']),
      })
      return tell(model, all, usd)
    },
  }
}

function callFrom(told: Update, calls: ReadonlyMap<string, ToolCall>): ToolCall {
  const callId = textOf(told['toolCallId'])
  const known = calls.get(callId)
  return {
    callId,
    name: textOf(told['name']) || textOf(told['title']) || known?.name || textOf(told['kind']) || 'tool',
    kind: textOf(told['kind']) || known?.kind || 'other',
    input: told['rawInput'] ?? known?.input,
    paths: [...new Set([...(known?.paths ?? []), ...pathsIn(told)])],
  }
}

const PATH_NAMES = ['path', 'file_path', 'filePath', 'abs_path', 'absolute_path', 'notebook_path', 'destination']

function pathsIn(call: Update): string[] {
  const input = recordOf(call['rawInput'])
  const located = [...arrayOf(call['locations']), ...arrayOf(call['content'])].map(each =>
    textOf(recordOf(each)['path']),
  )
  return [...PATH_NAMES.map(name => textOf(input[name])), ...located].filter(path => path !== '')
}
