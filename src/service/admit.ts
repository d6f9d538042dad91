/** Who comes with a secret. Looked up each time, so that a revoked token is refused at once. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { type Actor, readActor } from '#domain/actor.ts'
import type { RunScope } from '#domain/agent/scope.ts'
import { Role } from '#domain/role.ts'
import { getRun } from '#store/queries/agents.ts'
import { findTokenByHash } from '#store/queries/settings.ts'
import type { Store } from '#store/store.ts'
import type { Admit } from './execute.ts'

/** `own` is the secret in FLOWER_HOME/token, which makes its bearer the operator `actor`. */
export function makeAdmit(store: Store, own: { secret: string; actor: Actor }, now: () => string): Admit {
  const ownHash = hash(own.secret)
  return async secret => {
    const asked = hash(secret)
    if (timingSafeEqual(Buffer.from(asked), Buffer.from(ownHash)))
      return { actor: own.actor, role: 'operator', tokenId: null }
    const token = await store.read(tx => findTokenByHash(tx, asked))
    if (!token || token.kind === 'link' || token.revoked_at || (token.expires_at && token.expires_at <= now()))
      return undefined
    const actor = readActor(token.actor)
    const role = Role.safeParse(token.role)
    if (!actor || !role.success) return undefined
    const scope = token.run_id === null ? undefined : await scopeOf(store, token.run_id)
    return { actor, role: role.data, tokenId: token.id, scope }
  }
}

async function scopeOf(store: Store, runId: number): Promise<RunScope> {
  const { briefId, dispatchId } = await store.read(tx => getRun(tx, runId))
  return { runId, briefId, dispatchId }
}

const hash = (secret: string): string => createHash('sha256').update(secret).digest('hex')
