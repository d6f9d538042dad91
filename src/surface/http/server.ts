/** The HTTP surface: operations, live, attachments, MCP, the page. Translation only. */
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { entryOf, isOperation, type OperationName, publicNames } from '#contract/catalogue.ts'
import { Refusal } from '#domain/refusal.ts'
import { nearest } from '#domain/words/nearest.ts'
import type { Caller, Execute } from '#service/execute.ts'
import { coerceInput } from '../coerce.ts'
import { bodyOf } from './body.ts'
import { callerOf, cookieName, type Doors, refuseForeign } from './doors.ts'
import { knock } from './knock.ts'
import type { Live } from './live.ts'
import type { Metrics } from './metrics.ts'
import { openapi } from './openapi.ts'
import { attachmentFile, type PageFiles, pageFile } from './page-files.ts'
import { broken, problem } from './problem.ts'

export type HttpSurface = {
  execute: Execute
  doors: Doors
  live: Live
  metrics: Metrics
  page: PageFiles
  version: string
  /** Answers MCP over streamable HTTP for a caller who is in. */
  mcp: (request: Request, caller: Caller) => Promise<Response>
  /** Hears of our own mistakes. */
  onBroken: (reason: unknown, where: string) => void
}

type Env = { Bindings: HttpBindings; Variables: { caller: Caller & { tokenId: number | null } } }

const houseCaller: Caller = { actor: { kind: 'system', ref: 'door' }, role: 'system' }

export function httpSurface(surface: HttpSurface): Hono<Env> {
  const app = new Hono<Env>()
  app.onError((reason, context) => {
    if (reason instanceof Refusal)
      return isPageRequest(context.req.raw) && reason.code === 'access.token_needed' ? knock() : problem(reason)
    surface.onBroken(reason, `${context.req.method} ${context.req.path}`)
    return broken()
  })
  lockDoors(app, surface)
  openReadings(app, surface)
  openOperations(app, surface)
  app.all('/mcp', context => surface.mcp(context.req.raw, context.get('caller')))
  app.get(
    '*',
    context => pageFile(surface.page, context.req.path) ?? context.text('There is nothing at this address.', 404),
  )
  return app
}

/** Nobody foreign gets further than the first line, and nobody without a token further than the last. */
function lockDoors(app: Hono<Env>, surface: HttpSurface): void {
  app.use('*', async (context, next) => {
    refuseForeign(surface.doors, context.req.raw)
    await next()
  })
  app.get('/healthz', context => context.json({ status: 'ok', version: surface.version }))
  app.get('/enter', context => enter(surface, context.req.raw))
  app.use('*', async (context, next) => {
    const caller = await callerOf(surface.doors, context.req.raw)
    context.set('caller', { ...caller, isGone: () => context.env.outgoing.destroyed })
    await next()
  })
}

/** What is read in another form than JSON, or is no operation. */
function openReadings(app: Hono<Env>, surface: HttpSurface): void {
  app.get('/api/openapi.json', context =>
    context.body(openapi(surface.version), 200, { 'content-type': 'application/json' }),
  )
  app.get('/metrics', async context => {
    const info = await surface.execute('system.info', {}, context.get('caller'))
    return context.text(surface.metrics.text(info, surface.live.readers()))
  })
  app.get('/api/live', async context => {
    const { project, briefId, after } = context.req.query()
    const lastHeard = context.req.header('last-event-id')
    // Who asks for the head alone gets no stream.
    if (context.req.method === 'HEAD') return context.body(null, 200, { 'content-type': 'text/event-stream' })
    const { tokenId, scope } = context.get('caller')
    await surface.live.open(context.env.outgoing, {
      // A browser may send back the id of some other server's stream: that is no fault of its reader.
      after: lastHeard === undefined ? numberOf('after', after) : seqOf(lastHeard),
      filter: { project: project || undefined, briefId: numberOf('briefId', briefId) },
      tokenId,
      runId: scope?.runId,
    })
    return RESPONSE_ALREADY_SENT
  })
  app.get('/api/attachments/:id', async context => {
    const attachmentId = Number(context.req.param('id'))
    const { attachment } = await surface.execute('brief.attachment', { attachmentId }, context.get('caller'))
    return attachmentFile(attachment)
  })
}

function openOperations(app: Hono<Env>, surface: HttpSurface): void {
  app.post('/api/:operation', async context => {
    const name = known(context.req.param('operation'))
    return answer(surface, name, await bodyOf(context.req.raw, name), context.get('caller'))
  })
  app.get('/api/:operation', async context => {
    const name = known(context.req.param('operation'))
    if (entryOf(name).effect !== 'read')
      throw new Refusal('input.invalid', { operation: name, problem: 'it writes, so it answers POST only' })
    const input = coerceInput(entryOf(name).input, queryOf(new URL(context.req.url)))
    return answer(surface, name, input, context.get('caller'))
  })
  app.all('/api/*', () => {
    throw new Refusal('input.invalid', {
      problem: 'an operation is called by POST /api/<operation>, a read by GET too',
    })
  })
}

/** A sequence number to go on after; undefined where none is given. */
const seqOf = (text: string | undefined): number | undefined =>
  text && /^\d{1,15}$/.test(text) ? Number(text) : undefined

function numberOf(field: string, text: string | undefined): number | undefined {
  const number = seqOf(text)
  if (text && number === undefined)
    throw new Refusal('input.invalid', { operation: 'live', field, problem: `has to be a whole number, not ${text}` })
  return number
}

const isPageRequest = (request: Request): boolean =>
  request.method === 'GET' && (request.headers.get('accept') ?? '').includes('text/html')

function known(name: string): OperationName {
  if (isOperation(name) && publicNames.includes(name)) return name
  throw new Refusal('operation.unknown', { name, nearest: nearest(name, publicNames) })
}

/** A query string as input; a field that comes more than once is a list. */
function queryOf(url: URL): Record<string, unknown> {
  const keys = [...new Set(url.searchParams.keys())]
  return Object.fromEntries(
    keys.map(key => {
      const values = url.searchParams.getAll(key)
      return [key, values.length > 1 ? values : values[0]]
    }),
  )
}

async function answer(surface: HttpSurface, name: OperationName, input: unknown, caller: Caller): Promise<Response> {
  const began = performance.now()
  const count = (outcome: string): void => surface.metrics.count(name, outcome, performance.now() - began)
  try {
    const output = await surface.execute(name, input, caller)
    count('ok')
    return new Response(JSON.stringify(output), {
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    })
  } catch (reason) {
    count(reason instanceof Refusal ? reason.code : 'broken')
    throw reason
  }
}

/**
 * The one-time link: trades its code for the page's cookie. With a link that is used up a browser goes to the page all the
 * same: whoever is signed in there goes on, and everybody else reads what to do.
 */
async function enter(surface: HttpSurface, request: Request): Promise<Response> {
  const code = new URL(request.url).searchParams.get('code') ?? ''
  const headers = { location: '/', 'cache-control': 'no-store' }
  try {
    const { secret, expiresAt } = await surface.execute('system.enter', { code }, houseCaller)
    const expires = new Date(expiresAt).toUTCString()
    // Given out behind TLS, it never travels without.
    const isSecure = surface.doors.origins.has(`https://${request.headers.get('host')}`)
    const cookie = `${cookieName}=${secret}; Path=/; HttpOnly; SameSite=Strict; Expires=${expires}${isSecure ? '; Secure' : ''}`
    return new Response(null, { status: 303, headers: { ...headers, 'set-cookie': cookie } })
  } catch (reason) {
    const isUsed = reason instanceof Refusal && reason.code === 'access.link_used'
    if (!isUsed || request.headers.get('accept')?.includes('text/html') !== true) throw reason
    return new Response(null, { status: 303, headers })
  }
}
