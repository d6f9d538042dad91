/** What Codex prints with `exec --json`, in our words. Kinds of lines that it doesn't know are passed over. */
import { arrayOf, type Json, readJson, recordOf, shortInput, textOf } from './loose-json.ts'
import type { AgentSaid } from './said.ts'
import { readUsageLimit } from './usage-limit.ts'

type Item = Record<string, Json>

/** One for each program, which plays one turn. `turn` tells its items from those of other turns. Usage and context aren't among it. */
export function codexReader(turn: number, zone: string): (line: string, at: Date) => AgentSaid[] {
  const begun = new Set<string>()
  let lastWords = ''

  const itemSaid = (kind: string, item: Item): AgentSaid[] => {
    const callId = `${turn}:${textOf(item['id'])}`
    if (item['type'] === 'agent_message') {
      if (kind !== 'item.completed') return []
      lastWords = textOf(item['text'])
      return lastWords === '' ? [] : [{ kind: 'text', text: lastWords }]
    }
    const use = toolOf(item)
    if (use === undefined) return []
    const said: AgentSaid[] = begun.has(callId) ? [] : [{ kind: 'tool', callId, ...use }]
    begun.add(callId)
    if (kind !== 'item.completed') return said
    return [
      ...said,
      { kind: 'tool_ended', callId, failed: item['status'] === 'failed' || item['error'] instanceof Object },
    ]
  }

  const failed = (words: string, at: Date): AgentSaid[] => {
    const limit = readUsageLimit(words, at, zone)
    return [
      limit ? { kind: 'limit', ...limit, words } : { kind: 'error', words },
      { kind: 'turn_ended', outcome: 'failed', words },
    ]
  }

  return (text, at) => {
    const line = recordOf(readJson(text))
    const kind = textOf(line['type'])
    if (kind === 'thread.started') return [{ kind: 'session', id: textOf(line['thread_id']) }]
    if (kind.startsWith('item.')) return itemSaid(kind, recordOf(line['item']))
    if (kind === 'turn.completed') return [{ kind: 'turn_ended', outcome: 'done', words: lastWords }]
    if (kind === 'turn.failed') return failed(textOf(recordOf(line['error'])['message']), at)
    return []
  }
}

/** Undefined for what is no tool, such as its thoughts, its list of things to do and its warnings. */
function toolOf(item: Item): { name: string; input: string } | undefined {
  if (item['type'] === 'command_execution') return { name: 'Bash', input: shortInput(item['command']) }
  if (item['type'] === 'web_search') return { name: 'WebSearch', input: shortInput(item['query']) }
  if (item['type'] === 'mcp_tool_call')
    return { name: `mcp__${textOf(item['server'])}__${textOf(item['tool'])}`, input: shortInput(item['arguments']) }
  if (item['type'] === 'file_change') {
    const paths = arrayOf(item['changes']).map(each => textOf(recordOf(each)['path']))
    return { name: 'Edit', input: shortInput(paths.join(' ')) }
  }
  if (item['type'] === 'collab_tool_call')
    return { name: textOf(item['tool']) || 'Agent', input: shortInput(item['prompt']) }
  return undefined
}
