/** A page for a real flower, signed in by its one-time link, with everything that the browser complained about. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { TestServer } from '../server.ts'

export type Opened = {
  context: BrowserContext
  page: Page
  /** Errors, warnings, breaches of the content policy, and requests to anybody else. */
  complaints: string[]
}

export type Look = { width?: number; colorScheme?: 'light' | 'dark'; script?: string }

/** The link is followed without a page: nothing is shown yet. */
export async function openSignedIn(browser: Browser, server: TestServer, look: Look = {}): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: look.width ?? 1280, height: 900 },
    colorScheme: look.colorScheme ?? 'light',
    reducedMotion: 'reduce',
  })
  // A slow machine with all its processors at work may take long over one step.
  context.setDefaultTimeout(100_000)
  if (look.script) await context.addInitScript(look.script)
  const page = await context.newPage()
  const complaints = listen(page, server)
  const { path } = await server.client().call('system.openLink', {})
  await context.request.get(server.url + path)
  return { context, page, complaints }
}

function listen(page: Page, server: TestServer): string[] {
  const complaints: string[] = []
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  page.on('request', request => {
    if (!/^(?:blob|data):/.test(request.url()) && !request.url().startsWith(server.url))
      complaints.push(`asked elsewhere: ${request.url()}`)
  })
  return complaints
}
