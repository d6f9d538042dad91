// A port to listen on: the wanted one when it is free, else one near it.

import { createServer } from 'node:net'

export type PortSearch =
  /** Free when we looked; whoever listens on it next still has to be ready for a refusal. */
  | { outcome: 'free'; port: number }
  /** The host is no address of this machine, or has no free port. `code` is the system's, such as EADDRNOTAVAIL. */
  | { outcome: 'unavailable'; code: string }

/** Tries `wanted`, the nineteen after it, and then one that the system picks; 0 lets the system pick at once. */
export async function freePort(host: string, wanted: number): Promise<PortSearch> {
  const near = wanted === 0 ? [] : Array.from({ length: 20 }, (_, step) => wanted + step).filter(port => port <= 65_535)
  for (const port of near) {
    const probe = await probePort(host, port)
    // In use, or one that only an administrator may take: the next one may do.
    if (probe.outcome === 'free' || (probe.code !== 'EADDRINUSE' && probe.code !== 'EACCES')) return probe
  }
  return probePort(host, 0)
}

function probePort(host: string, port: number): Promise<PortSearch> {
  const { promise, resolve } = Promise.withResolvers<PortSearch>()
  const server = createServer()
  server.once('error', error => {
    resolve({ outcome: 'unavailable', code: 'code' in error ? String(error.code) : error.message })
  })
  server.listen({ host, port, exclusive: true }, () => {
    const address = server.address()
    const taken = typeof address === 'object' && address !== null ? address.port : port
    server.close(() => resolve({ outcome: 'free', port: taken }))
  })
  return promise
}
