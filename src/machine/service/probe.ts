// Whether a service does its work: asked over HTTP, by a command of the project, or only by connecting to its port.

import { type RequestOptions, request } from 'node:http'
import { connect } from 'node:net'
import { run } from '../command.ts'
import { toHere } from '../here.ts'

/**
 * How to ask: by a path of its own, by an address, or by a command. Without any, a service with a port is well once somebody
 * listens there, and another once it runs.
 */
export type Health = { http: string } | { run: readonly string[] }

export type ProbeTarget = {
  health: Health | undefined
  port: number | undefined
  /** Where and with which values a probing command runs. */
  cwd: string
  env: Record<string, string>
}

export type ProbeAnswer = { ok: boolean; detail: string }

const WELL: ProbeAnswer = { ok: true, detail: '' }
/** Asks once; never throws, and answers within `timeoutMs` and a little. */
export async function probeService(target: ProbeTarget, timeoutMs: number): Promise<ProbeAnswer> {
  const { health, port } = target
  if (health !== undefined && 'run' in health) return probeByCommand(health.run, target, timeoutMs)
  if (health !== undefined && URL.canParse(health.http)) return probeByAddress(new URL(health.http), timeoutMs)
  if (port === undefined) return WELL
  if (health !== undefined) return probeByPath(health.http, port, timeoutMs)
  return (await isAnswered(toHere, port, timeoutMs)) ? WELL : { ok: false, detail: `nobody listens on port ${port}` }
}

/** Whether somebody listens there: at one address, or at either of this machine's own by `toHere`. */
export function isAnswered(at: { host: string }, port: number, timeoutMs = 500): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect({ ...at, port, timeout: timeoutMs })
  socket.once('connect', () => resolve(true))
  socket.once('timeout', () => resolve(false))
  socket.once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}

async function probeByPath(path: string, port: number, timeoutMs: number): Promise<ProbeAnswer> {
  // Letters that no request can hold are somebody's mistake, which must not end flower.
  if (!/^\/[\x21-\x7e]*$/.test(path)) return { ok: false, detail: `\`${path}\` is no path` }
  return probeByHttp({ ...toHere, port, path }, `GET ${path} on port ${port}`, timeoutMs)
}

async function probeByAddress(address: URL, timeoutMs: number): Promise<ProbeAnswer> {
  if (address.protocol !== 'http:') return { ok: false, detail: `${address.href} is not asked: only http: is` }
  const { hostname, port, pathname, search } = address
  const where = hostname === 'localhost' ? toHere : { host: hostname.replace(/^\[|\]$/g, '') }
  return probeByHttp({ ...where, port, path: pathname + search }, `GET ${address.href}`, timeoutMs)
}

function probeByHttp(where: RequestOptions, asked: string, timeoutMs: number): Promise<ProbeAnswer> {
  const { promise, resolve } = Promise.withResolvers<ProbeAnswer>()
  const call = request({ ...where, agent: false, signal: AbortSignal.timeout(timeoutMs) })
  call.once('response', response => {
    const status = response.statusCode ?? 0
    resolve(status < 400 ? WELL : { ok: false, detail: `${asked} answered ${status}` })
    response.destroy()
  })
  call.on('error', error => {
    const late = error.name === 'AbortError' || error.name === 'TimeoutError'
    const why = late ? `no answer within ${timeoutMs} ms` : 'code' in error ? String(error.code) : error.message
    resolve({ ok: false, detail: `${asked}: ${why}` })
  })
  call.end()
  return promise
}

async function probeByCommand(
  words: readonly string[],
  { cwd, env }: ProbeTarget,
  timeoutMs: number,
): Promise<ProbeAnswer> {
  const [program = '', ...args] = words
  const result = await run(program, args, { cwd, env, timeoutMs, maxBytes: 64 * 1024 })
  if (result.outcome === 'ok') return WELL
  if (result.outcome !== 'failed') return { ok: false, detail: `${program}: ${result.outcome.replaceAll('_', ' ')}` }
  const last = `${result.stdout}\n${result.stderr}`.trim().split('\n').at(-1) ?? ''
  return {
    ok: false,
    detail: `${program} left with ${result.exitCode ?? 'a signal'}${last && `: ${last.slice(0, 200)}`}`,
  }
}
