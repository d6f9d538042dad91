import { expect, test } from 'vitest'
import { actorName } from './actor.ts'
import { callerFrom, sessionOfCall } from './caller.ts'

const who = (env: Record<string, string>, otherwise?: 'operator' | 'agent') => {
  const { actor, role } = callerFrom(env, otherwise ? { otherwise } : {})
  return `${actorName(actor)} as ${role}`
}

test('a person at a terminal is the operator of that user name', () => {
  expect(who({ USER: 'ada' })).toBe('operator:ada as operator')
  expect(who({ USER: 'Ada Lane' })).toBe('operator:Ada-Lane as operator')
  expect(who({})).toBe('operator:unknown as operator')
})

test('a harness without a session is an agent of that user name', () => {
  expect(who({ USER: 'ada' }, 'agent')).toBe('agent:ada as builder')
})

test('an agent is known by the session of its harness', () => {
  expect(who({ USER: 'ada', CLAUDE_CODE_SESSION_ID: '1f2e3d4c-0000-4000-8000-000000000000' })).toBe(
    'agent:claude-1f2e3d4c as builder',
  )
  expect(who({ CODEX_THREAD_ID: '019a6c1e-7d2f-7000-8000-0123456789ab' })).toBe('agent:codex-456789ab as builder')
})

test('the name and role that the operator set go before the session', () => {
  const env = { FLOWER_ACTOR: 'agent:builder-1', FLOWER_ROLE: 'reviewer', CLAUDE_CODE_SESSION_ID: '1f2e3d4c' }
  expect(who(env)).toBe('agent:builder-1 as reviewer')
})

test('nonsense in the environment is refused, and so is posing as the house', () => {
  expect(() => who({ FLOWER_ACTOR: 'builder-1' })).toThrow('FLOWER_ACTOR')
  expect(() => who({ FLOWER_ACTOR: 'system:sweeper' })).toThrow('FLOWER_ACTOR')
  expect(() => who({ FLOWER_ROLE: 'system' })).toThrow('FLOWER_ROLE')
})

test('two Codex threads that began in the same minute are two agents, in each way that a call names its thread', () => {
  const one = '019a6c1e-7d2f-7000-8000-0123456789ab'
  const two = '019a6c1e-7d30-7000-8000-ba9876543210'
  const names = [
    { threadId: one },
    { 'x-codex-turn-metadata': { thread_id: one } },
    { 'x-codex-turn-metadata': JSON.stringify({ session_id: two }) },
  ].map(meta => sessionOfCall(meta)?.ref)
  expect(names).toEqual(['codex-456789ab', 'codex-456789ab', 'codex-76543210'])
  expect(sessionOfCall({ 'x-codex-turn-metadata': 'not JSON' })).toBeUndefined()
})
