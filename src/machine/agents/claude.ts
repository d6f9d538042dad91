// Claude Code, headless: a conversation in JSON lines on its standard input and output, which stays open between turns.

import { randomUUID } from 'node:crypto'
import { claudeReader } from '#domain/agent/claude-lines.ts'
import { hookSettings } from '#domain/guard/harness.ts'
import { word } from '../guard/shell-script.ts'
import type { Begin, Host } from './driver.ts'

/** Nothing waits for a permission: what is not among these is denied. What they may do is the guard's and the seal's to say. */
const ALLOWED = [
  'mcp__flower',
  'Bash',
  'Edit',
  'Write',
  'NotebookEdit',
  'Read',
  'Glob',
  'Grep',
  'LS',
  'WebFetch',
  'WebSearch',
  'Task',
  'Agent',
  'TaskStop',
  'TodoWrite',
  'ToolSearch',
  'Skill',
  'Monitor',
]

type Writer = Pick<Host, 'start' | 'write'>

export const beginClaude: Begin = async host => {
  const { start } = host
  const read = claudeReader(Intl.DateTimeFormat().resolvedOptions().timeZone)
  let isAtWork = true
  const child = await host.launch({
    words: wordsFor(host),
    // A program that is replaced while it runs would be another one than was started.
    env: { DISABLE_AUTOUPDATER: host.env.DISABLE_AUTOUPDATER ?? '1' },
    hear: line => {
      for (const said of read(line, new Date())) {
        if (said.kind === 'turn_ended') isAtWork = false
        host.say(said)
      }
    },
  })
  const send = (text: string): boolean => {
    isAtWork = true
    const message = { role: 'user', content: [{ type: 'text', text }] }
    child.write(`${JSON.stringify({ type: 'user', message, parent_tool_use_id: null, session_id: '' })}\n`)
    return true
  }
  send(start.prompt)
  void child.ended.then(end => {
    const words = host.lastWords(20)
    if (isAtWork && end.signal === null && end.exitCode !== 0) {
      host.say({ kind: 'error', words })
      host.say({ kind: 'turn_ended', outcome: 'failed', words })
    }
    host.leave(end)
  })
  return {
    send,
    interrupt: () => {
      const request = { type: 'control_request', request_id: randomUUID(), request: { subtype: 'interrupt' } }
      child.write(`${JSON.stringify(request)}\n`)
    },
    finish: () => void child.process.stdin.end(),
  }
}

function wordsFor(host: Host): string[] {
  const { harness, resume } = host.start
  return [
    ...harness.words,
    '-p',
    '--output-format',
    'stream-json',
    '--input-format',
    'stream-json',
    '--verbose',
    ...filesFor(host),
    '--permission-mode',
    'dontAsk',
    ...(resume === undefined ? ['--session-id', randomUUID()] : ['--resume', resume]),
    ...(harness.model === undefined ? [] : ['--model', harness.model]),
    ...harness.args,
  ]
}

/** flower's tools and the guard, without what the person's own settings say of either. */
export const filesFor = (host: Writer): string[] => [
  '--mcp-config',
  host.write('mcp.json', mcpOf(host)),
  '--strict-mcp-config',
  '--settings',
  host.write('settings.json', settingsOf(host)),
]

/** The harness itself puts the secret in, from its environment. */
function mcpOf({ start }: Writer): string {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the harness fills it in.
  const headers = { Authorization: 'Bearer ${FLOWER_TOKEN}' }
  return JSON.stringify({ mcpServers: { flower: { type: 'http', url: start.mcp.url, headers } } })
}

function settingsOf(host: Writer): string {
  const { guard, reminder } = host.start
  const guarded = guard === undefined ? {} : (hookSettings(guard) as { hooks: object }).hooks
  return JSON.stringify({
    permissions: { allow: ALLOWED },
    hooks: {
      ...guarded,
      SessionStart: [{ matcher: 'compact', hooks: [{ type: 'command', command: remindBy(host, reminder) }] }],
    },
  })
}

/** The command of a session-start hook that puts words into the context. */
export function remindBy(host: Pick<Host, 'write'>, additionalContext: string): string {
  const told = { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } }
  return `cat ${word(host.write('reminder.json', JSON.stringify(told)))}`
}
