/** A door for tests: MCP and the operations of a test house over HTTP. The headers say who calls. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { localClient } from '#client/local.ts'
import type { OperationName } from '#contract/catalogue.ts'
import { callerFrom, type Identity } from '#domain/caller.ts'
import { Refusal } from '#domain/refusal.ts'
import { mcpHttpHandler } from '#surface/mcp/http.ts'
import type { TestHouse } from '../house.ts'

export type TestDoor = { url: string; close: () => Promise<void> }

/** On a free port unless told which. */
export async function openDoor({ execute }: TestHouse, port = 0): Promise<TestDoor> {
  const mcp = mcpHttpHandler({ clientFor: caller => localClient(execute, caller), version: '0.0.0' })
  const answer = async (request: Request): Promise<Response> => {
    const caller = callerOf(request)
    const { pathname } = new URL(request.url)
    if (pathname === '/mcp') return mcp.fetch(request, caller)
    const name = pathname.replace('/api/', '') as OperationName
    const commandId = request.headers.get('idempotency-key') ?? undefined
    return execute(name, await request.json(), { ...caller, commandId }).then(
      output => Response.json(output),
      (reason: unknown) => {
        if (!(reason instanceof Refusal)) throw reason
        return Response.json({ code: reason.code, data: reason.data }, { status: 409 })
      },
    )
  }
  const listener = getRequestListener(answer, { overrideGlobalObjects: false })
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  await new Promise<void>(resolve => void server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      await mcp.close()
      server.closeAllConnections()
      await new Promise(resolve => void server.close(resolve))
    },
  }
}

const callerOf = ({ headers }: Request): Identity =>
  callerFrom({
    FLOWER_ACTOR: headers.get('flower-actor') ?? 'operator:ada',
    FLOWER_ROLE: headers.get('flower-role') ?? undefined,
  })
