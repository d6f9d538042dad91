/** Revokes a token: the next call with it is refused. */
import { newEvent } from '#domain/events/catalogue.ts'
import { Refusal } from '#domain/refusal.ts'
import { findToken, revokeToken } from '#store/queries/settings.ts'
import { commit, type Write } from '../work.ts'

export const revoke: Write<'token.revoke'> = async (input, work) => {
  const { tokenId } = input
  const token = await findToken(work.tx, tokenId)
  if (token?.kind !== 'access') throw new Refusal('token.missing', { tokenId })
  if (token.revoked_at !== null) return { tokenId, next: `It was revoked already, at ${token.revoked_at}.` }
  await revokeToken(work.tx, tokenId, work.now)
  await commit(work, { events: [newEvent('token_revoked', null, { tokenId, name: token.name })] })
  return { tokenId, next: 'Nobody gets in with it any more. token.create makes another.' }
}
