/** The page's files and what it may do: nothing from elsewhere, nothing inline. */

export type PageFile = { body: Uint8Array<ArrayBuffer>; mediaType: string }
/** By path, `/index.html` included. */
export type PageFiles = ReadonlyMap<string, PageFile>

export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const guards: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

/** A file, or the page itself for every place of it; undefined when it is no place. */
export function pageFile(files: PageFiles, path: string): Response | undefined {
  const named = files.get(path)
  const file = named ?? (path.includes('.') ? undefined : files.get('/index.html'))
  if (!file) return undefined
  const forever = path.startsWith('/assets/')
  return new Response(file.body, {
    headers: {
      ...guards,
      'content-type': file.mediaType,
      'content-security-policy': pagePolicy,
      'cache-control': forever ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
  })
}

/** What a browser shows without a token: the words only. */
export function knock(): Response {
  const body =
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>flower</title><h1>flower is here, but this browser is not signed in.</h1><p>Run <code>flower open</code> in a terminal and open the link that it prints. It works once.</p></html>'
  return new Response(body, {
    status: 401,
    headers: {
      ...guards,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'www-authenticate': 'Bearer',
    },
  })
}

const shown = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** An attachment: pictures are shown, everything else is only ever downloaded, and neither can run anything. */
export function attachmentFile(file: { name: string; mediaType: string; content: string }): Response {
  const picture = shown.has(file.mediaType)
  const name = encodeURIComponent(file.name).replace(/['()*]/g, letter => `%${letter.charCodeAt(0).toString(16)}`)
  return new Response(Buffer.from(file.content, 'base64'), {
    headers: {
      ...guards,
      'content-type': picture ? file.mediaType : 'application/octet-stream',
      'content-disposition': `${picture ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
    },
  })
}
