/** Refusals as HTTP: `application/problem+json` (RFC 9457) with code, detail, data and the next step. */
import type { Refusal, RefusalKind } from '#domain/refusal.ts'

const statuses: Record<RefusalKind, number> = {
  missing: 404,
  conflict: 409,
  forbidden: 403,
  invalid: 400,
  stale: 409,
  busy: 503,
  policy: 403,
}

export function statusOf(refusal: Refusal): number {
  if (refusal.code === 'access.token_needed') return 401
  if (refusal.code === 'input.too_large') return 413
  return statuses[refusal.kind]
}

export function problem(refusal: Refusal): Response {
  const status = statusOf(refusal)
  const body = {
    type: 'about:blank',
    title: refusal.code,
    status,
    code: refusal.code,
    detail: refusal.message,
    data: refusal.data,
    next: refusal.next,
  }
  const headers: Record<string, string> = { 'content-type': 'application/problem+json', 'cache-control': 'no-store' }
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  if (status === 503) headers['retry-after'] = '1'
  return new Response(JSON.stringify(body), { status, headers })
}

/** A bug of ours: told without its inside. */
export function broken(): Response {
  const detail = 'flower made a mistake; nothing was written. The log of the server says more.'
  return new Response(
    JSON.stringify({
      type: 'about:blank',
      title: 'broken',
      status: 500,
      code: 'broken',
      detail,
      next: 'Look with `flower doctor`.',
    }),
    {
      status: 500,
      headers: { 'content-type': 'application/problem+json' },
    },
  )
}
