/** A one-time link that opens the page signed in as the caller. */
import { later } from '#domain/dispatch.ts'
import { addToken, sweepPageTokens } from '#store/queries/settings.ts'
import { hashSecret } from '../token/secret.ts'
import type { Write } from '../work.ts'

/** Milliseconds. */
const linkMs = 10 * 60_000

export const openLink: Write<'system.openLink'> = async (_, work) => {
  await sweepPageTokens(work.tx, work.now)
  const code = work.secret()
  const expiresAt = later(work.now, linkMs)
  await addToken(work.tx, {
    name: 'link',
    role: 'operator',
    actor: work.name,
    hash: hashSecret(code),
    kind: 'link',
    created_at: work.now,
    expires_at: expiresAt,
    revoked_at: null,
  })
  return { code, path: `/enter?code=${encodeURIComponent(code)}`, expiresAt, next: 'Open it once, within ten minutes.' }
}
