/** Trades the code of a link for the token of a page, once. */
import { later } from '#domain/dispatch.ts'
import { Refusal } from '#domain/refusal.ts'
import { addToken, findTokenByHash, revokeToken } from '#store/queries/settings.ts'
import { hashSecret, markSecret } from '../token/secret.ts'
import type { Write } from '../work.ts'

/** Milliseconds. */
const pageMs = 90 * 24 * 60 * 60_000

export const enter: Write<'system.enter'> = async (input, work) => {
  const link = await findTokenByHash(work.tx, hashSecret(input.code))
  if (link?.kind !== 'link' || link.revoked_at !== null || (link.expires_at ?? '') <= work.now)
    throw new Refusal('access.link_used')
  await revokeToken(work.tx, link.id, work.now)
  const secret = markSecret(work.secret())
  const expiresAt = later(work.now, pageMs)
  await addToken(work.tx, {
    name: 'page',
    role: link.role,
    actor: link.actor,
    hash: hashSecret(secret),
    kind: 'page',
    created_at: work.now,
    expires_at: expiresAt,
    revoked_at: null,
  })
  return { secret, expiresAt }
}
