// What an agent of the Agent Client Protocol may do when it asks: the guard decides, as it does for other harnesses' hooks.

import type { ToolCall } from '#domain/agent/acp-updates.ts'
import { arrayOf, readJson, recordOf, textOf } from '#domain/agent/loose-json.ts'
import { run } from '../command.ts'
import { placeOnDisk } from '../guard/ground.ts'
import type { Host } from './driver.ts'

export type Permission = { answer: 'allow' } | { answer: 'deny'; reason: string } | { answer: 'ask' }

const HARMLESS = new Set(['read', 'search', 'think', 'fetch'])
const CHANGES = new Set(['edit', 'delete', 'move'])
const OURS = /\bmcp_+flower_|^flower[_/.: ]/
const GUARD_MS = 30_000

/** `ask`: nobody here can tell, so a person has to. A guard that fails refuses. */
export async function decidePermission(host: Host, call: ToolCall): Promise<Permission> {
  if (HARMLESS.has(call.kind) || OURS.test(call.name)) return { answer: 'allow' }
  const questions = questionsOf(call)
  if (questions.length === 0) return host.start.seal ? { answer: 'allow' } : { answer: 'ask' }
  const { guard } = host.start
  if (guard === undefined) return withoutGuard(host, call)
  for (const question of questions) {
    const reason = await refusalOf(host, guard, question)
    if (reason !== undefined) return { answer: 'deny', reason }
  }
  return { answer: 'allow' }
}

type Question = { tool_name: string; tool_input: Record<string, string> }

function questionsOf(call: ToolCall): Question[] {
  const { command, cmd } = recordOf(call.input)
  const words =
    textOf(command ?? cmd) ||
    arrayOf(command ?? cmd)
      .map(textOf)
      .join(' ')
  if (call.kind === 'execute' && words !== '') return [{ tool_name: 'Bash', tool_input: { command: words } }]
  if (!CHANGES.has(call.kind)) return []
  return call.paths.map(path => ({ tool_name: 'Write', tool_input: { file_path: path } }))
}

/** Below the worktree is the agent's own; of a command nobody knows. */
function withoutGuard({ start }: Host, call: ToolCall): Permission {
  if (start.seal) return { answer: 'allow' }
  const own = placeOnDisk(start.cwd)
  const isOwn = call.kind !== 'execute' && call.paths.every(path => `${placeOnDisk(path)}/`.startsWith(`${own}/`))
  return isOwn ? { answer: 'allow' } : { answer: 'ask' }
}

async function refusalOf({ start, env }: Host, guard: string, question: Question): Promise<string | undefined> {
  const known = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const told = await run('sh', ['-c', guard], {
    cwd: start.cwd,
    env: Object.fromEntries(known) as Record<string, string>,
    input: JSON.stringify({ hook_event_name: 'PreToolUse', cwd: start.cwd, ...question }),
    timeoutMs: GUARD_MS,
    maxBytes: 100_000,
  })
  if (told.outcome !== 'ok')
    return `The guard can't tell, so it refuses. ${'stderr' in told ? told.stderr : told.outcome}`
  const { permissionDecision, permissionDecisionReason } = recordOf(
    recordOf(readJson(told.stdout))['hookSpecificOutput'],
  )
  return permissionDecision === 'deny' ? textOf(permissionDecisionReason) : undefined
}
