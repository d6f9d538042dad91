/** What Claude Code prints with `--output-format stream-json`, in our words. Kinds of lines that it doesn't know are passed over. */
import { claudeMeter } from './claude-meter.ts'
import { allOf, arrayOf, countOf, type Json, readJson, recordOf, shortInput, textOf } from './loose-json.ts'
import type { AgentSaid } from './said.ts'
import { readUsageLimit } from './usage-limit.ts'

type Line = Record<string, Json>

export type ClaudeReader = (line: string, at: Date) => AgentSaid[]

/** What it was told before. */
type Memory = {
  meter: ReturnType<typeof claudeMeter>
  /** The tools in use, by the ids of their calls. */
  tools: Map<string, string>
  denied: Set<string>
  session: string
  /** The limit was told already, by a line of its own. */
  isLimited: boolean
  /** Of the times of day in its words. */
  zone: string
}

/** One for each program. `zone`: of the times of day in its words. */
export function claudeReader(zone: string): ClaudeReader {
  const memory: Memory = {
    meter: claudeMeter(),
    tools: new Map(),
    denied: new Set(),
    session: '',
    isLimited: false,
    zone,
  }
  return (text, at) => {
    const line = recordOf(readJson(text))
    const isOfChild = typeof line['parent_tool_use_id'] === 'string'
    if (line['type'] === 'system') return ofSystem(memory, line)
    if (line['type'] === 'assistant')
      return [...(isOfChild ? [] : wordsOf(memory, line)), ...memory.meter.message(line, isOfChild)]
    if (line['type'] === 'user') return isOfChild ? [] : endedTools(memory, line)
    if (line['type'] === 'rate_limit_event') return rejected(memory, line)
    return line['type'] === 'result' ? turnOver(memory, line, at) : []
  }
}

function ofSystem(memory: Memory, line: Line): AgentSaid[] {
  if (line['subtype'] === 'compact_boundary') return [{ kind: 'compacted' }]
  if (line['subtype'] !== 'init') return []
  const servers = arrayOf(line['mcp_servers']).map(recordOf)
  const status = servers.find(each => each['name'] === 'flower')?.['status']
  const said: AgentSaid = {
    kind: 'session',
    id: textOf(line['session_id']),
    ...(textOf(line['model']) && { model: textOf(line['model']) }),
    ...((status === 'connected' || status === 'failed') && { mcp: status }),
  }
  // Each turn begins with such a line.
  if (JSON.stringify(said) === memory.session) return []
  memory.session = JSON.stringify(said)
  return [said]
}

function wordsOf(memory: Memory, line: Line): AgentSaid[] {
  const message = recordOf(line['message'])
  // Words of the harness, such as those of an error, which the result tells too.
  if (message['model'] === '<synthetic>') return []
  return arrayOf(message['content']).flatMap((each): AgentSaid[] => {
    const block = recordOf(each)
    const [text, callId, name] = [textOf(block['text']), textOf(block['id']), textOf(block['name'])]
    if (block['type'] === 'text' && text !== '') return [{ kind: 'text', text }]
    if (block['type'] !== 'tool_use') return []
    memory.tools.set(callId, name)
    return [{ kind: 'tool', callId, name, input: shortInput(block['input']) }]
  })
}

function endedTools(memory: Memory, line: Line): AgentSaid[] {
  const decisions = arrayOf(line['tool_result_meta']).map(recordOf)
  const isDenied = (callId: string): boolean => {
    const meta = decisions.find(each => each['id'] === callId)
    return recordOf(meta?.['permission_decision'])['decision'] === 'reject'
  }
  return arrayOf(recordOf(line['message'])['content']).flatMap((each): AgentSaid[] => {
    const block = recordOf(each)
    if (block['type'] !== 'tool_result') return []
    const callId = textOf(block['tool_use_id'])
    const tool = memory.tools.get(callId) ?? ''
    memory.tools.delete(callId)
    const ended: AgentSaid = { kind: 'tool_ended', callId, failed: block['is_error'] === true }
    return isDenied(callId) ? [...denial(memory, callId, tool, allOf(block['content'])), ended] : [ended]
  })
}

function denial(memory: Memory, callId: string, tool: string, reason: string): AgentSaid[] {
  if (memory.denied.has(callId)) return []
  memory.denied.add(callId)
  return [{ kind: 'denied', tool, reason: shortReason(reason) }]
}

const shortReason = (reason: string): string => reason.replace(/^PreToolUse:\w+ hook error: /, '').slice(0, 1_000)

/** Of an account's own limit: `status` is `allowed`, `allowed_warning` or `rejected`. */
function rejected(memory: Memory, line: Line): AgentSaid[] {
  const { status, resetsAt, rateLimitType } = recordOf(line['rate_limit_info'])
  if (status !== 'rejected') return []
  memory.isLimited = true
  const until = countOf(resetsAt) > 0 ? { until: new Date(countOf(resetsAt) * 1_000).toISOString() } : {}
  return [{ kind: 'limit', ...until, words: `usage limit reached ${textOf(rateLimitType)}`.trim() }]
}

function turnOver(memory: Memory, line: Line, at: Date): AgentSaid[] {
  const errors = arrayOf(line['errors']).map(textOf).filter(Boolean)
  const words = textOf(line['result']) || errors.join('\n')
  const kept = arrayOf(line['permission_denials']).map(recordOf)
  const said = [
    ...memory.meter.result(line),
    ...kept.flatMap(each =>
      denial(memory, textOf(each['tool_use_id']), textOf(each['tool_name']), shortInput(each['tool_input'])),
    ),
  ]
  const wasLimited = memory.isLimited
  memory.isLimited = false
  const isAborted = textOf(line['terminal_reason']).startsWith('aborted')
  if (line['is_error'] === true && !isAborted) {
    const problem = wasLimited ? [] : [problemOf(line, words, at, memory.zone)]
    return [...said, ...problem, { kind: 'turn_ended', outcome: 'failed', words }]
  }
  // What was sent meanwhile is begun at once.
  if (countOf(line['queued_turn_count']) > 0) return said
  return [...said, { kind: 'turn_ended', outcome: isAborted ? 'interrupted' : 'done', words }]
}

function problemOf(line: Line, words: string, at: Date, zone: string): AgentSaid {
  const limit = readUsageLimit(line['api_error_status'] === 429 ? `usage limit ${words}` : words, at, zone)
  return limit === undefined ? { kind: 'error', words } : { kind: 'limit', ...limit, words }
}
