// A server on both of this machine's own addresses, as a browser may try either for `*.localhost`.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

export type Loopback = {
  listen: (port: number) => Promise<Listening>
  /** Ends at once, what is open too. */
  close: () => Promise<void>
}

/** `code` is the system's, such as EADDRINUSE. */
export type Listening = { outcome: 'listening'; port: number } | { outcome: 'unavailable'; code: string }

export function makeLoopback(
  onRequest: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>,
): Loopback {
  const open = new Set<Duplex>()
  const servers = new Set<Server>()

  async function listenOn(host: string, port: number): Promise<Listening> {
    const server = createServer((request, response) => void onRequest(request, response))
    server.on('upgrade', (request, socket, head) => {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      socket.on('error', () => socket.destroy())
      void onUpgrade(request, socket, head)
    })
    const listening = await settle(server, host, port)
    if (listening.outcome === 'listening') servers.add(server)
    return listening
  }

  async function close(): Promise<void> {
    for (const socket of open) socket.destroy()
    await Promise.all([...servers].map(closeServer))
    servers.clear()
  }

  return {
    async listen(port) {
      const first = await listenOn('127.0.0.1', port)
      if (first.outcome !== 'listening') return first
      // A machine may have no second one; but nobody else may answer there in our name.
      const second = await listenOn('::1', first.port)
      if (second.outcome === 'listening' || second.code !== 'EADDRINUSE') return first
      await close()
      return second
    },
    close,
  }
}

function settle(server: Server, host: string, port: number): Promise<Listening> {
  const { promise, resolve } = Promise.withResolvers<Listening>()
  server.once('error', error => {
    resolve({ outcome: 'unavailable', code: 'code' in error ? String(error.code) : error.message })
  })
  server.listen({ host, port, exclusive: true }, () => {
    const address = server.address()
    resolve({ outcome: 'listening', port: typeof address === 'object' && address !== null ? address.port : port })
  })
  return promise
}

function closeServer(server: Server): Promise<void> {
  return new Promise(done => {
    server.close(() => done())
    server.closeAllConnections()
  })
}
