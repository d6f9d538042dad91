/** Makes a token. Its secret is in the answer and nowhere else. */
import type { Parsed } from '#contract/catalogue.ts'
import { actorName, readActor } from '#domain/actor.ts'
import { newEvent } from '#domain/events/catalogue.ts'
import { Refusal } from '#domain/refusal.ts'
import { agentRoles } from '#domain/role.ts'
import { addToken } from '#store/queries/settings.ts'
import { commit, type Write } from '../work.ts'
import { hashSecret, markSecret } from './secret.ts'

type Input = Parsed<'token.create'>

export const create: Write<'token.create'> = async (input, work) => {
  const { name, role } = input
  const actor = actorFor(input)
  if (input.expiresAt !== undefined && Date.parse(input.expiresAt) <= Date.parse(work.now))
    throw invalid('expiresAt', 'lies in the past')
  const secret = markSecret(work.secret())
  const tokenId = await addToken(work.tx, {
    name,
    role,
    actor,
    hash: hashSecret(secret),
    kind: 'access',
    created_at: work.now,
    expires_at: input.expiresAt === undefined ? null : new Date(input.expiresAt).toISOString(),
    revoked_at: null,
  })
  await commit(work, { events: [newEvent('token_created', null, { tokenId, name, role })] })
  return {
    tokenId,
    secret,
    next: `Keep the secret now, it is not shown again. ${actor} sends it as FLOWER_TOKEN, or as \`Authorization: Bearer\`.`,
  }
}

/** The actor that was named, or one made of the token's name. Agents never act as operators. */
function actorFor({ name, role, actor }: Input): string {
  const isAgentRole = (agentRoles as readonly string[]).includes(role)
  if (actor === undefined) {
    const ref = name.replace(/[^\p{L}\p{N}._@-]+/gu, '-').replace(/^[^\p{L}\p{N}]+|-+$/gu, '')
    const made = readActor(`${isAgentRole ? 'agent' : 'operator'}:${ref.slice(0, 80)}`)
    if (!made) throw invalid('actor', 'is needed, because none can be made of this name')
    return actorName(made)
  }
  const named = readActor(actor)
  if (!named || named.kind === 'system') throw invalid('actor', 'has to be operator:<name> or agent:<ref>')
  if (named.kind === 'agent' && role === 'operator') throw invalid('role', 'operator is for people, not for an agent')
  return actorName(named)
}

const invalid = (field: string, problem: string): Refusal =>
  new Refusal('input.invalid', { operation: 'token.create', field, problem })
