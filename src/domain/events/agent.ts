/** What happens to the agents that flower runs. */
import { z } from 'zod'
import { runRef } from '../agent/run.ts'
import { dispatchRef } from '../ref.ts'
import { event } from './definition.ts'

const of = { runId: z.int(), agent: z.string(), dispatchId: z.int() }

const named = (p: { runId: number; agent: string; dispatchId: number }): string =>
  `${p.agent} (${runRef(p.runId)}) for ${dispatchRef(p.dispatchId)}`

const tokens = (count: number): string => `${Math.round(count / 1_000)}k tokens`

export const agentEvents = {
  agent_started: event({
    noun: 'agent',
    payload: z.object({ ...of, harness: z.string(), relieves: z.string().optional(), resumed: z.boolean().optional() }),
    tone: 'house',
    words: p =>
      `${named(p)}, ${p.harness}${p.resumed ? ', its session gone on with' : ''}${p.relieves ? `, to relieve ${p.relieves}` : ''}`,
  }),
  harness_named: event({
    noun: 'agent',
    payload: z.object({ dispatchId: z.int(), harness: z.string() }),
    tone: 'house',
    words: p => `${p.harness} for ${dispatchRef(p.dispatchId)}`,
  }),
  agent_ended: event({
    noun: 'agent',
    payload: z.object({ ...of, how: z.string(), tokens: z.int(), usd: z.number() }),
    tone: 'house',
    words: p => `${named(p)}: ${p.how}${p.tokens > 0 ? `; ${tokens(p.tokens)}, $${p.usd.toFixed(2)}` : ''}`,
  }),
  agent_stop_asked: event({
    noun: 'agent',
    payload: z.object({ ...of, reason: z.string(), note: z.string().optional() }),
    tone: 'bad',
    words: p => `${named(p)}: ${p.reason.replaceAll('_', ' ')}`,
    body: p => p.note,
  }),
  agent_attached: event({
    noun: 'agent',
    payload: z.object(of),
    tone: 'house',
    words: p => `${named(p)}: its session is taken into a terminal`,
  }),
  agent_detached: event({
    noun: 'agent',
    payload: z.object(of),
    tone: 'house',
    words: p => `${named(p)}: its terminal was closed`,
  }),
  agent_messaged: event({
    noun: 'agent',
    payload: z.object({ to: z.string(), body: z.string() }),
    tone: 'words',
    words: p => `to ${p.to}`,
    body: p => p.body,
  }),
  handoff_asked: event({
    noun: 'agent',
    payload: z.object({ ...of, contextTokens: z.int() }),
    tone: 'house',
    words: p => `${named(p)}: its context is at ${tokens(p.contextTokens)}, so it writes down what its successor needs`,
  }),
  successor_wanted: event({
    noun: 'agent',
    payload: z.object({ ...of, contextTokens: z.int().optional(), handedOff: z.boolean() }),
    tone: 'house',
    words: p =>
      `${named(p)} is to be relieved${p.contextTokens === undefined ? '' : ` at ${tokens(p.contextTokens)}`}${p.handedOff ? ', its handoff is written' : ''}`,
  }),
  agent_refreshed: event({
    noun: 'agent',
    payload: z.object({ ...of, relieved: z.string(), attempt: z.int(), token: z.int() }),
    tone: 'good',
    words: p => `${named(p)} took over from ${p.relieved}, attempt ${p.attempt}, token ${p.token}`,
  }),
  tools_missing: event({
    noun: 'agent',
    payload: z.object(of),
    tone: 'bad',
    words: p => `${named(p)}: its harness did not reach flower's tools`,
  }),
}
