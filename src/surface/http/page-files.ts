/** The page's files. What a browser may do with them is in guards.ts. */
import { isPicture } from '#domain/brief.ts'
import { pagePolicy } from './guards.ts'

export type PageFile = { body: Uint8Array<ArrayBuffer>; mediaType: string }
/** By path, `/index.html` included. */
export type PageFiles = ReadonlyMap<string, PageFile>

/** A file, or the page itself for every place of it; undefined when it is no place. */
export function pageFile(files: PageFiles, path: string): Response | undefined {
  const named = files.get(path)
  const file = named ?? (path.includes('.') ? undefined : files.get('/index.html'))
  if (!file) return undefined
  const forever = path.startsWith('/assets/')
  return new Response(file.body, {
    headers: {
      'content-type': file.mediaType,
      'content-security-policy': pagePolicy,
      'cache-control': forever ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
  })
}

/** An attachment: pictures are shown, everything else is only ever downloaded, and neither can run anything. */
export function attachmentFile(file: { name: string; mediaType: string; content: string }): Response {
  const picture = isPicture(file.mediaType)
  const name = encodeURIComponent(file.name).replace(/['()*]/g, letter => `%${letter.charCodeAt(0).toString(16)}`)
  return new Response(Buffer.from(file.content, 'base64'), {
    headers: {
      'content-type': picture ? file.mediaType : 'application/octet-stream',
      'content-security-policy': "default-src 'none'; sandbox",
      // A browser refuses to show what is in a sandbox and asks for a group of its own besides.
      'cross-origin-opener-policy': 'unsafe-none',
      'content-disposition': `${picture ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
      'cache-control': 'private, max-age=31536000, immutable',
    },
  })
}
