/** HTTP/1.1 over one kept-alive socket with next to no cost, so that a client of the benchmark measures the server and not itself. */
import { connect } from 'node:net'

export type Answer = { status: number; body: string }

export type Wire = {
  /** One call at a time. */
  post: (path: string, body: string, headers?: Record<string, string>) => Promise<Answer>
  close: () => void
}

/** `headers` go with every call. */
export async function openWire(url: string, headers: Record<string, string>): Promise<Wire> {
  const { hostname, port, host } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let waiting: { resolve: (answer: Answer) => void; reject: (reason: unknown) => void } | undefined
  let received = Buffer.alloc(0)
  socket.on('data', chunk => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const answer = readAnswer(received)
    if (!answer) return
    received = Buffer.alloc(0)
    waiting?.resolve(answer)
  })
  socket.on('error', reason => waiting?.reject(reason))
  socket.on('close', () => waiting?.reject(new Error('the server hung up')))
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return {
    post: (path, body, more = {}) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        const lines = Object.entries({ ...headers, ...more }).map(([name, value]) => `${name}: ${value}\r\n`)
        socket.write(
          `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n${lines.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        )
      }),
    close: () => socket.destroy(),
  }
}

/** A whole answer, or undefined while some of it is missing. The server names the length of every answer to a call. */
function readAnswer(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = bytes.toString('latin1', 0, end)
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer without its length: ${head}`)
  const body = bytes.subarray(end + 4)
  if (body.length < Number(length)) return undefined
  return { status: Number(head.slice(9, 12)), body: body.toString('utf8') }
}
