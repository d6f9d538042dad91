import { expect, test } from 'vitest'
import { claudeReader } from './claude-lines.ts'

const at = new Date('2026-11-28T11:00:00Z')

function heard(...lines: object[]) {
  const read = claudeReader('UTC')
  return lines.flatMap(line => read(JSON.stringify(line), at))
}

const message = (id: string, content: object[], more: object = {}) => ({
  type: 'assistant',
  parent_tool_use_id: null,
  message: {
    id,
    model: 'rose-1',
    content,
    usage: { input_tokens: 10, cache_read_input_tokens: 100, cache_creation_input_tokens: 5, output_tokens: 1 },
  },
  ...more,
})

test('one message that comes as several lines is counted once, while the turn is still going on', () => {
  const said = heard(
    message('one', [{ type: 'text', text: 'I look.' }]),
    message('one', [{ type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'ls' } }]),
    message('two', [{ type: 'text', text: 'Done.' }]),
  )
  expect(said.filter(each => each.kind === 'usage').map(each => each.usage)).toEqual([
    { input: 10, cacheRead: 100, cacheWrite: 5, output: 1 },
    { input: 20, cacheRead: 200, cacheWrite: 10, output: 2 },
  ])
  expect(said.filter(each => each.kind === 'context')).toEqual([{ kind: 'context', tokens: 115 }])
})

test('a child agent is not heard, but what it uses counts', () => {
  const said = heard(message('child', [{ type: 'text', text: 'psst' }], { parent_tool_use_id: 'a' }))
  expect(said.map(each => each.kind)).toEqual(['usage'])
})

test('a turn that a limit ended is told once as a limit, and a background turn later is a turn of its own', () => {
  const failed = { type: 'result', is_error: true, result: 'API Error', modelUsage: {} }
  const said = heard(
    { type: 'rate_limit_event', rate_limit_info: { status: 'allowed_warning', resetsAt: 1 } },
    {
      type: 'rate_limit_event',
      rate_limit_info: { status: 'rejected', resetsAt: 1_796_112_000, rateLimitType: 'five_hour' },
    },
    failed,
    { type: 'result', is_error: false, result: 'Back', modelUsage: {} },
  )
  expect(said).toEqual([
    { kind: 'limit', until: '2026-12-01T08:00:00.000Z', words: 'usage limit reached five_hour' },
    { kind: 'turn_ended', outcome: 'failed', words: 'API Error' },
    { kind: 'turn_ended', outcome: 'done', words: 'Back' },
  ])
})

test('a turn that is followed at once by what waits is not the end', () => {
  expect(heard({ type: 'result', is_error: false, result: 'So far', queued_turn_count: 1 })).toEqual([])
})

test('lines that are no JSON, or of a kind that nobody knows, say nothing', () => {
  const read = claudeReader('UTC')
  for (const line of ['', 'warning: x', '[]', 'null', '{"type":"atis-latch"}', '{"type":"result"']) {
    expect(read(line, at)).toEqual([])
  }
})
