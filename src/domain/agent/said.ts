/** What a running agent was heard to say or do: every harness's own lines, put into one language. */
import { z } from 'zod'

/** Tokens of one model. `input` without what came from or went into a cache. */
export const Usage = z.object({
  input: z.int().min(0),
  cacheRead: z.int().min(0),
  cacheWrite: z.int().min(0),
  output: z.int().min(0),
})
export type Usage = z.infer<typeof Usage>

const text = z.string()

export const AgentSaid = z.discriminatedUnion('kind', [
  /** The harness's session, by which it can be resumed. `mcp`: whether it reached our tools. */
  z.object({
    kind: z.literal('session'),
    id: text,
    model: text.optional(),
    mcp: z.enum(['connected', 'failed']).optional(),
  }),
  /** Words of the agent itself; of a child agent they are left out. */
  z.object({ kind: z.literal('text'), text }),
  /** `input` is short: for a reader, cut at 300 characters. */
  z.object({ kind: z.literal('tool'), callId: text, name: text, input: text }),
  z.object({ kind: z.literal('tool_ended'), callId: text, failed: z.boolean() }),
  /** A tool that the guard or the harness's own rules kept back. */
  z.object({ kind: z.literal('denied'), tool: text, reason: text }),
  /** All that this run has used of one model so far, child agents included; it only grows. `usd` where the harness says it. */
  z.object({ kind: z.literal('usage'), model: text, usage: Usage, usd: z.number().min(0).optional() }),
  /** How full the context is now, in tokens, and how large its window is where the harness says so. */
  z.object({ kind: z.literal('context'), tokens: z.int().min(0), window: z.int().positive().optional() }),
  z.object({ kind: z.literal('compacted') }),
  /** It can't go on before somebody allows a tool. Nobody types into that. */
  z.object({ kind: z.literal('permission'), tool: text, reason: text.optional() }),
  /** The provider's usage limit; `until` when it resets, where it was told (ISO 8601 in UTC). */
  z.object({ kind: z.literal('limit'), until: z.iso.datetime().optional(), words: text }),
  z.object({ kind: z.literal('error'), words: text }),
  /** It stopped talking and waits for input, or its program ends next. */
  z.object({ kind: z.literal('turn_ended'), outcome: z.enum(['done', 'interrupted', 'failed']), words: text }),
  /** Its program ended. Always the last. */
  z.object({ kind: z.literal('exited'), exitCode: z.int().nullable(), signal: text.nullable() }),
])
export type AgentSaid = z.infer<typeof AgentSaid>

/** How agents are started; `scripted` follows a script of calls and edits. */
export const drivers = ['claude', 'codex', 'acp', 'command', 'scripted'] as const
export const Driver = z.enum(drivers)
export type Driver = z.infer<typeof Driver>
