/** How agents' harnesses ask before they use a tool, and how they want to be answered: one JSON text each way. */
import type { GuardVerdict } from './verdict.ts'

export interface HarnessQuestion {
  tool: string
  input: unknown
  /** The session's folder at this moment, as the harness spells it. */
  cwd: string | undefined
}

/**
 * Reads what Claude Code and Codex give their PreToolUse hooks: `tool_name`, `tool_input`, `cwd`. Undefined: it is no such
 * question, and nothing may go on.
 */
export function readQuestion(text: string): HarnessQuestion | undefined {
  const asked = parsed(text)
  if (typeof asked !== 'object' || asked === null) return undefined
  const { tool_name: tool, tool_input: input, cwd }: Record<string, unknown> = { ...asked }
  if (typeof tool !== 'string' || tool === '') return undefined
  return { tool, input, cwd: typeof cwd === 'string' && cwd !== '' ? cwd : undefined }
}

/** For the hook's standard output, with exit code 0; nothing at all lets the harness's own rules decide. */
export function answerFor(verdict: GuardVerdict): string {
  if (verdict.outcome === 'allowed') return ''
  const decision = { permissionDecision: 'deny', permissionDecisionReason: `flower refuses this: ${verdict.reason}` }
  return `${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } })}\n`
}

/** Keeps nothing back: the person reads it, and the model with the tool's result. */
export function adviceFor(reason: string): string {
  const said = `flower advises against this: ${reason}`
  const output = { hookEventName: 'PreToolUse', additionalContext: said }
  return `${JSON.stringify({ systemMessage: said, hookSpecificOutput: output })}\n`
}

/** For a hook that runs as a session begins, or goes on after its context was cut. */
export function reminderFor(words: string): string {
  const output = { hookEventName: 'SessionStart', additionalContext: words }
  return `${JSON.stringify({ hookSpecificOutput: output })}\n`
}

/**
 * The settings by which Claude Code (`--settings`) and Codex (`hooks.json`) ask the guard before every tool. They let a call
 * through when a hook fails in any way but with exit code 2.
 */
export function hookSettings(command: string): unknown {
  return { hooks: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command, timeout: 30 }] }] } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
