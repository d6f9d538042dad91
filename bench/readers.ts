/** Readers of the live stream in a process of their own, and one writer whose words they wait for. Prints JSON. */
import { connect } from 'node:net'
import { inputOf } from './server.ts'
import { openWire } from './wire.ts'

export type ReadersInput = {
  url: string
  secret: string
  briefId: number
  readers: number
  writes: number
  everyMs: number
}
/** `arrivedMs`: from sending a write until one reader had it, for each write and reader. `answeredMs`: until it was answered. */
export type ReadersResult = { arrivedMs: number[]; answeredMs: number[] }

const mark = /words-(\d+)-end/g
const { url, secret, briefId, readers, writes, everyMs } = await inputOf<ReadersInput>()
const sentAt: number[] = []
const result: ReadersResult = { arrivedMs: [], answeredMs: [] }
let allHere: () => void = () => undefined

/** Resolves once the stream is open. */
function listen(): Promise<() => void> {
  const { hostname, port, host } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  socket.write(`GET /api/live HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${secret}\r\n\r\n`)
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('data', chunk => {
      const now = performance.now()
      const text = chunk.toString('latin1')
      if (text.includes('retry: ')) resolve(() => socket.destroy())
      for (const [, write] of text.matchAll(mark)) result.arrivedMs.push(now - (sentAt[Number(write)] ?? now))
      if (result.arrivedMs.length >= readers * writes) allHere()
    })
  })
}

const streams: (() => void)[] = []
while (streams.length < readers)
  streams.push(...(await Promise.all(Array.from({ length: Math.min(50, readers - streams.length) }, listen))))
const wire = await openWire(url, { authorization: `Bearer ${secret}` })
const here = new Promise<void>(resolve => {
  allHere = resolve
})
for (let write = 0; write < writes; write++) {
  sentAt[write] = performance.now()
  const answer = await wire.post('/api/brief.append', JSON.stringify({ briefId, body: `words-${write}-end` }))
  if (answer.status !== 200) throw new Error(answer.body)
  result.answeredMs.push(performance.now() - (sentAt[write] ?? 0))
  await new Promise(resolve => setTimeout(resolve, everyMs))
}
const late = setTimeout(() => {
  throw new Error(`${result.arrivedMs.length} of ${readers * writes} arrived`)
}, 20_000)
await here
clearTimeout(late)
wire.close()
for (const stop of streams) stop()
process.stdout.write(JSON.stringify(result))
