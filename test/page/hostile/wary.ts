/** A browser that writes down what a page does and may not: what ran, what was asked for, what stands in the document. */
import type { BrowserContext, Page } from 'playwright-core'
import { operationNames, operations } from '#contract/catalogue.ts'

/** Runs before the page: a hostile text that runs calls `canary`, and everything that it could show is counted. */
export const canary = `{
  globalThis.ran = []
  globalThis.canary = name => ran.push('canary ' + name)
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'])
    globalThis[name] = () => ran.push(name)
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    ran.push('policy ' + violatedDirective + ' ' + blockedURI + ' ' + sample))
}`

const reads = new Set(operationNames.filter(name => operations[name].effect === 'read'))
const ownFiles =
  /^\/(?:$|first\.js$|flower\.svg$|assets\/[\w.-]+$|(?:briefs|rooms|projects)(?:\/[\w-]+)?$|(?:decisions|fleet|main|recall)$)/

/** Own paths that a page may ask for without a press: its files, its places, what it reads, attachments that are shown. */
function isExpected(method: string, url: URL): boolean {
  if (url.pathname === '/api/live' || /^\/api\/attachments\/\d+$/.test(url.pathname)) return method === 'GET'
  const operation = url.pathname.startsWith('/api/') ? url.pathname.slice('/api/'.length) : undefined
  if (operation !== undefined) return method === 'POST' && (reads as ReadonlySet<string>).has(operation)
  return method === 'GET' && ownFiles.test(url.pathname)
}

/** Everything that the browser asks for and should not; nobody but this house can be reached. */
export async function watch(context: BrowserContext, own: string): Promise<string[]> {
  await context.route(
    ({ origin }) => origin !== new URL(own).origin,
    route => route.abort(),
  )
  const strange: string[] = []
  context.on('request', request => {
    const url = new URL(request.url())
    if (url.origin !== new URL(own).origin || !isExpected(request.method(), url))
      strange.push(`${request.method()} ${request.url()}`)
  })
  context.on('page', page => void strange.push(`a window: ${page.url()}`))
  return strange
}

/** What the page may be made of; all else is somebody's markup that became part of it. */
const look = `(() => {
  const forbidden = 'iframe, frame, object, embed, base, meta[http-equiv], style, template, video, audio, source, math, ' +
    'marquee, portal, foreignObject, animate, set, image, use, form[action], [formaction], [srcdoc], [ping], [background]'
  const found = [...document.querySelectorAll(forbidden)].map(one => one.outerHTML.slice(0, 200))
  for (const one of document.querySelectorAll('script, link'))
    if (new URL(one.src || one.href, location).origin !== location.origin) found.push(one.outerHTML)
  for (const one of document.querySelectorAll('body script')) found.push(one.outerHTML)
  for (const one of document.querySelectorAll('*'))
    for (const { name, value } of one.attributes) {
      if (name.startsWith('on')) found.push(name + '=' + value)
      if (name === 'style' && /url\\(|expression/.test(value)) found.push('style=' + value)
      if (!['href', 'src', 'action', 'xlink:href'].includes(name)) continue
      const { protocol, origin, pathname } = new URL(value, location)
      const isLink = one.localName === 'a' && name === 'href'
      const isPlace = /^\\/(?:$|briefs|rooms|decisions|fleet|main|recall|projects|bloom|api\\/attachments\\/\\d+$)/.test(pathname)
      if (isLink && origin === location.origin && !isPlace) found.push('a link to ' + value)
      if (isLink && origin !== location.origin && !/^(?:https?|mailto):$/.test(protocol)) found.push('a link to ' + value)
      if (isLink && origin !== location.origin && protocol !== 'mailto:' && !/noopener/.test(one.rel)) found.push('opens ' + value)
      if (one.localName === 'img' && !/^\\/api\\/attachments\\/\\d+$/.test(value) && protocol !== 'blob:') found.push('img ' + value)
    }
  return found
})()`

/** Looks at all of a page: its list is only drawn where it is in view. Answers what ran, what should not stand there, and the texts of others that it saw. */
export async function walk(page: Page): Promise<{ ran: string[]; found: string[]; read: number }> {
  const found = new Set<string>()
  const read = new Set<string>()
  const see = async () => {
    for (const one of await page.evaluate<string[]>(look)) found.add(one)
    for (const text of await page.locator('.ev-body').allTextContents()) read.add(text)
  }
  await see()
  for (let at = 0; at < 60; at++) {
    // The list draws what has come into view a frame later.
    const isEnd = await page.evaluate<boolean>(`new Promise(resolve => {
      const before = scrollY
      scrollBy(0, innerHeight * 0.8)
      const isEnd = before === scrollY
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(isEnd)))
    })`)
    await see()
    if (isEnd) break
  }
  return { ran: await page.evaluate<string[]>('globalThis.ran'), found: [...found], read: read.size }
}
