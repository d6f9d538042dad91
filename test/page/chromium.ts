import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { build, preview } from 'vite'
import { pagePolicy } from '#surface/http/guards.ts'

const config = new URL('../../web/vite.config.ts', import.meta.url).pathname

/** Builds the page into a folder of its own and serves it on loopback under the strict policy. */
export async function servePage(): Promise<{ url: string; folder: string; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'flower-page-'))
  await build({ configFile: config, logLevel: 'warn', build: { outDir: folder } })
  const server = await preview({
    configFile: config,
    logLevel: 'warn',
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port: 0, headers: { 'content-security-policy': pagePolicy } },
  })
  const url = server.resolvedUrls?.local[0]
  if (url === undefined) throw new Error('the page is served nowhere')
  return {
    url,
    folder,
    close: async () => {
      await server.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** A real browser without a window; set FLOWER_CHROMIUM when it isn't at /usr/bin/chromium. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.FLOWER_CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
