/** The tokens, without what their secrets hash to. */
import type { Role } from '#domain/role.ts'
import { listTokens } from '#store/queries/settings.ts'
import type { Read } from '../work.ts'

export const list: Read<'token.list'> = async (_, work) => ({
  items: (await listTokens(work.tx)).map(row => ({
    tokenId: row.id,
    name: row.name,
    role: row.role as Role,
    actor: row.actor,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  })),
})
