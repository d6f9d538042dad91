// Hands a request on to the service behind a site, with nothing of flower's in it and the truth about where it came from.

import type { Agent, ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createProxyServer } from 'httpxy'
import { ownCookies, withoutCookies } from './doors.ts'
import type { Up } from './sites.ts'

export type ForwardOptions = {
  agent: Agent
  hiddenCookies: ReadonlySet<string>
  /** Nothing was answered yet; `code` is the system's, or LATE. */
  onFailure: (request: IncomingMessage, response: ServerResponse, behind: Up, code: string) => void
}

export type Forward = {
  request: (request: IncomingMessage, response: ServerResponse, behind: Up) => void
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, behind: Up) => void
}

/** Long, as a development server builds at the first request. A service that does not listen is known at once. */
const FIRST_BYTE_MS = 60_000
const FIRST_BYTE_UNWELL_MS = 900
const UPGRADE_MS = 10_000

export function makeForward(options: ForwardOptions): Forward {
  const proxy = createProxyServer()
  const waiting = new WeakMap<IncomingMessage, { behind: Up; timer?: NodeJS.Timeout }>()
  const stopWaiting = (request: IncomingMessage): void => clearTimeout(waiting.get(request)?.timer)

  proxy.on('proxyReq', (outgoing: ClientRequest, request) => {
    const entry = waiting.get(request)
    if (!entry) return
    const late = (): void => void outgoing.destroy(Object.assign(new Error('late'), { code: 'LATE' }))
    entry.timer = setTimeout(late, entry.behind.unwell ? FIRST_BYTE_UNWELL_MS : FIRST_BYTE_MS)
  })
  proxy.on('proxyRes', (incoming, request) => {
    stopWaiting(request)
    const set = incoming.headers['set-cookie']
    if (set) incoming.headers['set-cookie'] = ownCookies(set, options.hiddenCookies)
    // Between the service and us; the browser's connection is another.
    delete incoming.headers.connection
    delete incoming.headers['keep-alive']
  })
  // Every failure comes here, those of sockets too; without a listener it would end the process.
  proxy.on('error', (error, request, response) => {
    if (request === undefined || response === undefined || !('writeHead' in response)) return
    stopWaiting(request)
    const behind = waiting.get(request)?.behind
    if (behind === undefined || response.headersSent) return void response.destroy()
    options.onFailure(request, response, behind, 'code' in error ? String(error.code) : error.message)
  })

  return {
    request(request, response, behind) {
      waiting.set(request, { behind })
      response.once('close', () => stopWaiting(request))
      cleanHeaders(request, options.hiddenCookies)
      void proxy.web(request, response, { target: targetOf(behind), agent: options.agent }).catch(() => undefined)
    },
    upgrade(request, socket, head, behind) {
      cleanHeaders(request, options.hiddenCookies)
      // It is a socket of node:net, as ours is no TLS server.
      const passed = { target: targetOf(behind), agent: options.agent, upgradeTimeout: UPGRADE_MS }
      void proxy.ws(request, socket as Socket, passed, head).catch(() => undefined)
    },
  }
}

/** The agent knows the addresses of that name. */
const targetOf = ({ port }: Up) => ({ protocol: 'http:', host: 'localhost', port })

/** Whoever asks can't say for us where it came from. */
function cleanHeaders(request: IncomingMessage, hidden: ReadonlySet<string>): void {
  const { headers, socket } = request
  const cookie = withoutCookies(headers.cookie, hidden)
  for (const name of Object.keys(headers)) if (/^(forwarded$|x-forwarded-|x-real-ip$)/.test(name)) delete headers[name]
  if (cookie === undefined) delete headers.cookie
  else headers.cookie = cookie
  const host = headers.host ?? ''
  headers['x-forwarded-for'] = socket.remoteAddress ?? ''
  headers['x-forwarded-proto'] = 'http'
  headers['x-forwarded-host'] = host
  headers['x-forwarded-port'] = host.split(':')[1] ?? ''
}
