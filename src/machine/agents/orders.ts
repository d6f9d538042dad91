// How an agent's host is told what to do: one JSON line to its socket, one word back.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { readRun } from '../service/run-record.ts'
import { splitLines } from './lines.ts'

export type Order =
  | { do: 'send'; text: string }
  | { do: 'interrupt' }
  | { do: 'finish' }
  /** To the permission that it has waited for longest. */
  | { do: 'answer'; allow: boolean }

/** `deaf`: this harness can't be told that, or doesn't wait for it. `gone`: nobody takes orders in this folder any more. */
export type Told = 'taken' | 'deaf' | 'gone'

const ANSWER_MS = 10_000
/** The system takes some hundred bytes; macOS the fewest. */
const MOST_BYTES = 100
const NAME = 'orders'
const APART = 'flower-agent-'

/** For the host: a socket that only we can reach. A long folder's is elsewhere, in one of its own. */
export function placeForOrders(folder: string): string {
  const own = join(folder, NAME)
  if (Buffer.byteLength(own) <= MOST_BYTES) return own
  const room = [tmpdir(), '/tmp'].find(each => Buffer.byteLength(each) <= MOST_BYTES - 30) ?? '/tmp'
  return join(mkdtempSync(join(room, APART)), NAME)
}

/** Takes away the socket, and the folder that was made for it alone. */
export function clearOrders(socket: string): void {
  const isApart = basename(dirname(socket)).startsWith(APART)
  rmSync(isApart ? dirname(socket) : socket, { recursive: true, force: true })
}

/** Resolves once orders can be given. */
export async function takeOrders(socket: string, take: (order: Order) => 'taken' | 'deaf'): Promise<Server> {
  rmSync(socket, { force: true })
  const server = createServer(connection => {
    const lines = splitLines(line => {
      const order = readOrder(line)
      connection.end(`${order === undefined ? 'unreadable' : take(order)}\n`)
    })
    connection.on('data', lines.write)
    connection.on('error', () => connection.destroy())
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(socket, resolve)
  await promise
  chmodSync(socket, 0o600)
  return server
}

function readOrder(line: string): Order | undefined {
  try {
    const order = JSON.parse(line) as Order
    return ['send', 'interrupt', 'finish', 'answer'].includes(order.do) ? order : undefined
  } catch {
    return undefined
  }
}

/** Answers once the host has it; what comes of it is said in the folder. */
export async function tellAgent(folder: string, order: Order): Promise<Told> {
  const socket = readRun(folder)?.socket
  if (socket === undefined) return 'gone'
  const { promise, resolve } = Promise.withResolvers<Told>()
  let said = ''
  const connection = createConnection(socket)
  connection.setTimeout(ANSWER_MS, () => connection.destroy())
  connection.on('connect', () => connection.write(`${JSON.stringify(order)}\n`))
  connection.on('data', chunk => (said += chunk.toString()))
  connection.on('error', () => undefined)
  connection.on('close', () => resolve(said === 'taken\n' ? 'taken' : said === 'deaf\n' ? 'deaf' : 'gone'))
  return promise
}
