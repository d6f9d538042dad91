/** The built page, read into memory once. */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PageFile, PageFiles } from '#surface/http/page-files.ts'

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
}

const folder = fileURLToPath(new URL('../../dist/page/', import.meta.url))

/** Empty when the page was not built. */
export async function readPage(): Promise<PageFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = await Promise.all(
    entries
      .filter(entry => entry.isFile())
      .map(async entry => {
        const path = join(entry.parentPath, entry.name)
        const file: PageFile = {
          body: new Uint8Array(await readFile(path)),
          mediaType: mediaTypes[extname(entry.name)] ?? 'application/octet-stream',
        }
        return [`/${path.slice(folder.length).replaceAll('\\', '/')}`, file] as const
      }),
  )
  return new Map(files)
}
