/** Who speaks at a door that shows no token of its own: read from the environment that the harness or the operator set. */
import { type Actor, readActor } from './actor.ts'
import { Refusal } from './refusal.ts'
import { grantableRoles, type Role } from './role.ts'

export type Identity = { actor: Actor; role: Role }
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The actor is, in this order: `FLOWER_ACTOR`; the session of the harness that started us; the `session` that a call
 * brought with it; else the user's name as what `otherwise` says (a person at a terminal, an agent behind MCP).
 * The role is `FLOWER_ROLE`; else an operator's for an operator and a builder's for an agent.
 * A variable that holds nonsense is refused: acting as somebody else would be worse.
 */
export function callerFrom(
  env: Environment,
  { otherwise = 'operator', session }: { otherwise?: 'operator' | 'agent'; session?: Actor | undefined } = {},
): Identity {
  const actor = namedActor(env) ?? sessionOf(env) ?? session ?? { kind: otherwise, ref: userName(env) }
  return { actor, role: namedRole(env) ?? (actor.kind === 'operator' ? 'operator' : 'builder') }
}

/**
 * The agent behind one MCP call. Codex gives its servers no session in the environment, but the thread's id with each
 * call: as `threadId`, or in its turn metadata, which is an object or the JSON text of one.
 */
export function sessionOfCall(meta: Readonly<Record<string, unknown>>): Actor | undefined {
  const turn = asObject(meta['x-codex-turn-metadata'])
  const id = [meta['threadId'], turn['thread_id'], turn['threadId'], meta['sessionId'], turn['session_id']].find(
    each => typeof each === 'string',
  )
  return typeof id === 'string' ? codex(id) : undefined
}

function namedActor(env: Environment): Actor | undefined {
  const text = env['FLOWER_ACTOR']
  if (!text) return undefined
  const actor = readActor(text)
  if (actor && actor.kind !== 'system') return actor
  throw new Refusal('input.invalid', { field: 'FLOWER_ACTOR', problem: 'has to be agent:<ref> or operator:<name>' })
}

function namedRole(env: Environment): Role | undefined {
  const text = env['FLOWER_ROLE']
  if (!text) return undefined
  const role = grantableRoles.find(each => each === text)
  if (role) return role
  throw new Refusal('input.invalid', { field: 'FLOWER_ROLE', problem: `has to be one of ${grantableRoles.join(', ')}` })
}

function sessionOf(env: Environment): Actor | undefined {
  if (env['CODEX_THREAD_ID']) return codex(env['CODEX_THREAD_ID'])
  const claude = env['CLAUDE_CODE_SESSION_ID']
  return claude ? agent('claude', claude.slice(0, 8)) : undefined
}

/** The end of the id: Codex's begin with the time, so two agents that start together would share a beginning. */
const codex = (id: string): Actor | undefined => agent('codex', id.slice(-8))

const agent = (harness: string, part: string): Actor | undefined => readActor(`agent:${harness}-${nameable(part)}`)

function userName(env: Environment): string {
  const name = nameable(env['USER'] || env['LOGNAME'] || env['USERNAME'] || '')
  return readActor(`operator:${name}`) ? name : 'unknown'
}

/** What an actor's name can hold; the rest becomes dashes. */
const nameable = (text: string): string => text.replace(/[^\p{L}\p{N}._@/-]/gu, '-').slice(0, 60)

function asObject(value: unknown): Record<string, unknown> {
  if (typeof value === 'string') {
    try {
      return asObject(JSON.parse(value))
    } catch {
      return {}
    }
  }
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
