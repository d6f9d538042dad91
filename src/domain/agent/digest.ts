/** What was heard of a run since the house was last told: many lines in one finding. */
import { z } from 'zod'
import { RunState, Usages } from './run.ts'
import type { AgentSaid } from './said.ts'

export const Digest = z.object({
  state: RunState.optional(),
  session: z.string().max(200).optional(),
  model: z.string().max(200).optional(),
  /** The harness did not reach our tools. */
  toolsMissing: z.boolean().optional(),
  contextTokens: z.int().min(0).optional(),
  contextWindow: z.int().positive().optional(),
  usages: Usages.optional(),
  lastWords: z.string().max(2_000).optional(),
  limitUntil: z.iso.datetime().nullable().optional(),
})
export type Digest = z.infer<typeof Digest>

const short = (text: string): string => text.trim().slice(-2_000).toWellFormed()

/** What `said` adds to what is to be told. */
export function digest(so: Digest, said: AgentSaid): Digest {
  if (said.kind === 'session')
    return {
      ...so,
      state: 'working',
      session: said.id,
      model: said.model ?? so.model,
      toolsMissing: said.mcp === 'failed',
    }
  if (said.kind === 'text') return { ...so, state: 'working', lastWords: short(said.text) || so.lastWords }
  if (said.kind === 'tool' || said.kind === 'tool_ended') return { ...so, state: 'working' }
  if (said.kind === 'usage') {
    const usd = said.usd ?? null
    return { ...so, usages: { ...so.usages, [said.model]: { ...said.usage, usd } } }
  }
  if (said.kind === 'context')
    return { ...so, contextTokens: said.tokens, ...(said.window !== undefined && { contextWindow: said.window }) }
  if (said.kind === 'permission') return { ...so, state: 'permission', lastWords: short(`asks for ${said.tool}`) }
  if (said.kind === 'limit')
    return { ...so, state: 'limit', limitUntil: said.until ?? null, lastWords: short(said.words) || so.lastWords }
  if (said.kind === 'error') return { ...so, lastWords: short(said.words) || so.lastWords }
  if (said.kind === 'turn_ended')
    return { ...so, state: so.state === 'limit' ? 'limit' : 'input', lastWords: short(said.words) || so.lastWords }
  return so
}
