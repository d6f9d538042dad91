/** Starts the HTTP server of a house and ends it again. */
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Actor } from '#domain/actor.ts'
import { freePort } from '#machine/listen-port.ts'
import { makeAdmit } from '#service/admit.ts'
import { guard } from '#surface/http/guards.ts'
import { makeLive } from '#surface/http/live.ts'
import { makeMetrics } from '#surface/http/metrics.ts'
import type { PageFiles } from '#surface/http/page-files.ts'
import { httpSurface } from '#surface/http/server.ts'
import { CannotStart } from './cannot-start.ts'
import type { House } from './house.ts'
import { mcpOverHttp } from './mcp-http.ts'
import { version } from './version.ts'

export type Serving = {
  url: string
  /** As this machine reaches it, whatever stands in front of it. */
  local: string
  close: () => Promise<void>
}

export type ServeOptions = {
  house: House
  own: { secret: string; actor: Actor }
  host: string
  port: number
  /** The address that people use when a proxy stands in front. */
  publicUrl?: string | undefined
  page: PageFiles
  onBroken: (reason: unknown, where: string) => void
}

export async function serve(options: ServeOptions): Promise<Serving> {
  const { house, host, port } = options
  const live = makeLive(house.watch)
  const origins = originsOf(host, port, options.publicUrl)
  const app = httpSurface({
    execute: house.execute,
    doors: {
      hosts: new Set(origins.map(each => new URL(each).host)),
      origins: new Set(origins),
      admit: makeAdmit(house.store, options.own, house.now),
    },
    live,
    metrics: makeMetrics(),
    page: options.page,
    version,
    mcp: mcpOverHttp(house.execute),
    onBroken: options.onBroken,
  })
  const answer = getRequestListener(app.fetch)
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    guard(response)
    void answer(request, response)
  })
  await listen(server, host, port)
  const local = originsOf(host, port, undefined)[0] ?? `http://${host}:${port}`
  return {
    url: options.publicUrl ?? local,
    local,
    close: async () => {
      // No new work; streams end at once, calls that run are answered.
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      live.close()
      server.closeIdleConnections()
      const late = setTimeout(() => server.closeAllConnections(), 5_000)
      late.unref()
      await closed
      clearTimeout(late)
    },
  }
}

function originsOf(host: string, port: number, publicUrl: string | undefined): string[] {
  const names =
    host === '127.0.0.1'
      ? ['127.0.0.1', 'localhost']
      : host === '::1'
        ? ['[::1]', 'localhost']
        : [host, '127.0.0.1', 'localhost']
  const local = names.map(name => `http://${name}:${port}`)
  return publicUrl ? [new URL(publicUrl).origin, ...local] : local
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** The port to listen on. A usual one that is busy moves on to the next free one; one that was asked for by name is refused. */
export async function choosePort(
  host: string,
  asked: number | undefined,
  usual: number,
): Promise<{ port: number; moved: boolean }> {
  const wanted = asked ?? usual
  const found = await freePort(host, wanted)
  if (found.outcome !== 'free')
    throw new CannotStart(
      `No port can be had on ${host} (${found.code}).`,
      'Name another with --port, or 0 for any.',
      6,
    )
  if (asked && asked !== 0 && found.port !== asked)
    throw new CannotStart(`Port ${asked} is busy.`, `Name another with --port; ${found.port} is free, 0 takes any.`, 6)
  return { port: found.port, moved: wanted !== 0 && found.port !== wanted }
}
