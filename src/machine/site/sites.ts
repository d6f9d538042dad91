// The sites of MAIN and of all worktrees, on one port of their own: `http://<worktree>.<project>.localhost:<port>/`.
// What is behind them is not trusted: nothing of flower's goes through, and no site gets at another.

import { Agent, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { toHere } from '../here.ts'
import { failurePage, oursPage, refusalOf, stoppedPage, undecidedPage, unknownPage } from './answers.ts'
import { admit, type SiteLabels } from './doors.ts'
import { makeForward } from './forward.ts'
import { type Loopback, makeLoopback } from './loopback.ts'
import { PAGE_HEADERS, pageHtml, pageText, type SitePage, STYLE, STYLE_PATH } from './page.ts'

/** What is at a site now. `name` is what a person calls it, as in `feat/a · garden`. */
export type Site =
  /** `unwell`: it has missed its probes, so nobody is kept waiting long for it. */
  | { is: 'up'; port: number; name: string; unwell: boolean }
  /** `coming`: it is being started, so the page looks again by itself. `start`: the command that starts it, from any folder. */
  | { is: 'stopped'; name: string; why: string; coming: boolean; start: string }
  | { is: 'unknown' }

export type SitesOptions = {
  /** By the labels that `siteLabel` makes of names. Has a second to answer; may refuse by rejecting. */
  resolve: (labels: SiteLabels) => Site | Promise<Site>
  /** Ports that are never forwarded to, whatever `resolve` says: those of flower itself. */
  isOurs: (port: number) => boolean
  /** Cookies of flower that no site may see or set. */
  hiddenCookies: readonly string[]
}

/** `listen` on this machine's own addresses only; port 0 takes any. Listens once. */
export type Sites = Loopback

/** A site that is forwarded to. */
export type Up = Extract<Site, { is: 'up' }>

const RESOLVE_MS = 800

export function makeSites(options: SitesOptions): Sites {
  const agent = new Agent({ keepAlive: true, ...toHere })
  const forward = makeForward({ agent, hiddenCookies: new Set(options.hiddenCookies), onFailure })
  const server = makeLoopback(onRequest, onUpgrade)
  let port = 0

  async function onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Of our pages, at whichever address they stand; it tells nobody anything.
    if (request.url === STYLE_PATH) return showStyle(response)
    const answer = await answerTo(request)
    if ('title' in answer) show(request, response, answer)
    else forward.request(request, response, answer)
  }

  async function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const answer = await answerTo(request)
    if (!('title' in answer)) return forward.upgrade(request, socket, head, answer)
    const words = answer.status < 500 ? 'Refused' : 'Unavailable'
    socket.end(`HTTP/1.1 ${answer.status} ${words}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
  }

  /** Where to forward to, or the page that says why not. */
  async function answerTo(request: IncomingMessage): Promise<Up | SitePage> {
    const admission = admit(request.method ?? '', request.headers, port)
    if (admission.outcome !== 'in') return refusalOf(admission.outcome)
    const site = await withinTime(options.resolve, admission.labels)
    if (site === undefined) return undecidedPage
    if (site.is === 'unknown') return unknownPage
    if (site.is === 'stopped') return stoppedPage(site)
    return site.port === port || options.isOurs(site.port) ? oursPage(site) : site
  }

  return {
    async listen(wanted) {
      const listening = await server.listen(wanted)
      if (listening.outcome === 'listening') port = listening.port
      return listening
    },
    async close() {
      await server.close()
      agent.destroy()
    },
  }
}

function onFailure(request: IncomingMessage, response: ServerResponse, site: Up, code: string): void {
  show(request, response, failurePage(site, code))
}

/** Answers once the request has been heard to its end: a connection that is closed on words unheard loses the answer too. */
function show(request: IncomingMessage, response: ServerResponse, page: SitePage): void {
  if (request.complete) return tell(request, response, page)
  request.once('end', () => tell(request, response, page))
  request.resume()
}

function tell(request: IncomingMessage, response: ServerResponse, page: SitePage): void {
  const isForPerson = (request.headers.accept ?? '').includes('text/html')
  response.writeHead(page.status, {
    ...PAGE_HEADERS,
    'content-type': `text/${isForPerson ? 'html' : 'plain'}; charset=utf-8`,
    connection: 'close',
  })
  response.end(isForPerson ? pageHtml(page) : pageText(page))
}

function showStyle(response: ServerResponse): void {
  response.writeHead(200, { ...PAGE_HEADERS, 'content-type': 'text/css; charset=utf-8' })
  response.end(STYLE)
}

async function withinTime(resolve: SitesOptions['resolve'], labels: SiteLabels): Promise<Site | undefined> {
  const { promise, resolve: giveUp } = Promise.withResolvers<undefined>()
  const late = setTimeout(() => giveUp(undefined), RESOLVE_MS)
  const asked = (async () => resolve(labels))().catch(() => undefined)
  return Promise.race([asked, promise]).finally(() => clearTimeout(late))
}
