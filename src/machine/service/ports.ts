// A block of ports for a worktree's services: proven free, and held by listening on them until each service starts.
// Listening is the only claim that every program on the machine heeds; a file with a lock would bind flower alone. What is
// not held now (the ports of services that are stopped) only flower knows of: the caller names those in `taken`.

import { createServer, type Server } from 'node:net'
import { isAnswered } from './probe.ts'

/** `wanted` is undefined where nobody asked for a certain one. */
export type PortGiven = { wanted: number | undefined; got: number }

export type PortsHeld =
  | {
      outcome: 'held'
      ports: Record<string, PortGiven>
      /** Lets go of one, for its service to listen on it at once. Its own call for each service. */
      release: (service: string) => Promise<void>
      releaseAll: () => Promise<void>
    }
  /** Neither the wanted one nor one after it nor any of the range is free for this service. Nothing is held. */
  | { outcome: 'none_free'; service: string; wanted: number | undefined }
  /** The host is no address of this machine. `code` is the system's. */
  | { outcome: 'unavailable'; code: string }

export type PortsAsked = {
  host: string
  wanted: Record<string, number | undefined>
  /** What these services had before: taken again when still free, so that a worktree keeps its addresses. */
  kept: Record<string, number | undefined>
  /** Given to other worktrees, whether anybody listens on them now or not. */
  taken: ReadonlySet<number>
  /** Both included; where ports are looked for that nobody wants in particular. */
  range: { from: number; to: number }
}

type Probe = { outcome: 'free'; servers: Server[] } | { outcome: 'busy' } | { outcome: 'unavailable'; code: string }

/** How many after the wanted one are tried, so that 5173 becomes 5174 rather than something far away. */
const NEAR = 20

/** Nobody who holds a port is ever ended for it: the next free one is taken, and the answer says both. */
export async function holdPorts(asked: PortsAsked): Promise<PortsHeld> {
  const held = new Map<string, Server[]>()
  const ports: Record<string, PortGiven> = {}
  const release = async (service: string): Promise<void> => {
    const servers = held.get(service) ?? []
    held.delete(service)
    await Promise.all(servers.map(close))
  }
  const releaseAll = async (): Promise<void> => void (await Promise.all([...held.keys()].map(release)))
  const given = new Set(asked.taken)
  for (const [service, wanted] of Object.entries(asked.wanted)) {
    const found = await holdFirst(asked.host, candidates(asked, service), given)
    if (found.outcome !== 'free') {
      await releaseAll()
      return found.outcome === 'busy' ? { outcome: 'none_free', service, wanted } : found
    }
    held.set(service, found.servers)
    given.add(found.port)
    ports[service] = { wanted, got: found.port }
  }
  return { outcome: 'held', ports, release, releaseAll }
}

/** Whether a service could listen on this port now. */
export async function isPortFree(host: string, port: number): Promise<boolean> {
  const probe = await hold(host, port)
  if (probe.outcome === 'free') await Promise.all(probe.servers.map(close))
  return probe.outcome === 'free'
}

function* candidates({ wanted, kept, range }: PortsAsked, service: string): Generator<number> {
  const before = kept[service]
  if (before !== undefined) yield before
  const first = wanted[service]
  if (first !== undefined) for (let port = first; port < first + NEAR; port += 1) yield port
  for (let port = range.from; port <= range.to; port += 1) yield port
}

async function holdFirst(
  host: string,
  ports: Iterable<number>,
  given: ReadonlySet<number>,
): Promise<{ outcome: 'free'; servers: Server[]; port: number } | Exclude<Probe, { outcome: 'free' }>> {
  for (const port of ports) {
    if (port < 1 || port > 65_535 || given.has(port)) continue
    const probe = await hold(host, port)
    if (probe.outcome === 'free') return { ...probe, port }
    if (probe.outcome === 'unavailable') return probe
  }
  return { outcome: 'busy' }
}

/**
 * Listens on the port. On this machine's own address in both of its families: a program that listens on `localhost` may
 * take either, and somebody on the other one would be reached instead of it.
 */
async function hold(host: string, port: number): Promise<Probe> {
  // Some systems let us listen beside somebody who listens on every address.
  if (await isAnswered({ host }, port)) return { outcome: 'busy' }
  const first = await listen(host, port)
  if (first.outcome !== 'free' || host !== '127.0.0.1') return first
  const second = await listen('::1', port)
  if (second.outcome === 'free') return { outcome: 'free', servers: [...first.servers, ...second.servers] }
  // A machine without the other family has nobody on it.
  if (second.outcome === 'unavailable') return first
  await Promise.all(first.servers.map(close))
  return second
}

function listen(host: string, port: number): Promise<Probe> {
  const { promise, resolve } = Promise.withResolvers<Probe>()
  // Whoever calls on it is turned away at once instead of waiting for nobody.
  const server = createServer(socket => socket.destroy())
  server.once('error', error => {
    const code = 'code' in error ? String(error.code) : error.message
    resolve(code === 'EADDRINUSE' || code === 'EACCES' ? { outcome: 'busy' } : { outcome: 'unavailable', code })
  })
  server.listen({ host, port, exclusive: true }, () => {
    server.unref()
    resolve({ outcome: 'free', servers: [server] })
  })
  return promise
}

function close(server: Server): Promise<void> {
  return new Promise(done => {
    server.close(() => done())
  })
}
