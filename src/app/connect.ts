/** A client for programs outside the server: to FLOWER_URL, to the server of this home, or to the store itself. */
import { randomUUID } from 'node:crypto'
import type { Client } from '#client/client.ts'
import { httpClient } from '#client/http.ts'
import { localClient } from '#client/local.ts'
import { entryOf } from '#contract/catalogue.ts'
import { actorName } from '#domain/actor.ts'
import type { Environment, Identity } from '#domain/caller.ts'
import { Refusal } from '#domain/refusal.ts'
import { findServer, type Home, openHome, ownSecret } from './home.ts'
import { plainSend } from './plain-send.ts'

export type Connection = { client: Client; close: () => Promise<void> }

type Connect = {
  env: Environment
  identity: Identity
  /** Called when no server runs on this home; answers once one does. Without it the store is opened here. */
  startServer?: (() => Promise<void>) | undefined
}

export async function connect(options: Connect): Promise<Connection> {
  const { env, identity } = options
  const stay = async (): Promise<void> => undefined
  if (env.FLOWER_URL) return { client: distantClient(env.FLOWER_URL, env.FLOWER_TOKEN, identity), close: stay }
  const home = await openHome(env)
  if (options.startServer || (await findServer(home))) return { client: homeClient(home, options), close: stay }
  return openStoreHere(home, options)
}

function headersFor(token: string | undefined, identity: Identity): Record<string, string> {
  return {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    'flower-actor': actorName(identity.actor),
    'flower-role': identity.role,
  }
}

const distantClient = (url: string, token: string | undefined, identity: Identity): Client =>
  resending(
    httpClient({ baseUrl: url.replace(/\/+$/, ''), headers: () => headersFor(token, identity), send: plainSend }),
  )

/** Speaks to the server of this home, wherever it listens now: after a restart the next call finds it again. */
function homeClient(home: Home, options: Connect): Client {
  let client: Promise<Client> | undefined
  const find = async (): Promise<Client> => {
    let server = await findServer(home)
    if (!server && options.startServer) {
      await options.startServer()
      server = await findServer(home)
    }
    if (!server) throw new Refusal('server.unreachable', { url: home.path })
    const token = options.env.FLOWER_TOKEN || (await ownSecret(home))
    return httpClient({ baseUrl: server.url, headers: () => headersFor(token, options.identity), send: plainSend })
  }
  return resending({
    call: async (name, input, callOptions) => {
      client ??= find()
      try {
        return await (await client).call(name, input, callOptions)
      } catch (reason) {
        if (reason instanceof Refusal && reason.code === 'server.unreachable') client = undefined
        throw reason
      }
    },
  })
}

/** Sends a call that nobody answered once more. A write carries a command id, so that it is never carried out twice. */
function resending(client: Client): Client {
  return {
    call: async (name, input, options) => {
      const commandId = options?.commandId ?? (entryOf(name).effect === 'write' ? randomUUID() : undefined)
      const send = () => client.call(name, input, { ...options, commandId })
      try {
        return await send()
      } catch (reason) {
        if (!(reason instanceof Refusal) || reason.code !== 'server.unreachable') throw reason
        return send()
      }
    },
  }
}

async function openStoreHere(home: Home, options: Connect): Promise<Connection> {
  // Only here: a command that speaks to a server never loads the store.
  const { buildHouse } = await import('./house.ts')
  const house = await buildHouse({ home, databaseUrl: options.env.FLOWER_DATABASE_URL || undefined })
  return { client: localClient(house.execute, options.identity), close: house.close }
}
