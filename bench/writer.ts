/** Somebody who writes so often a second, about one Brief after the other, until its standard input ends. */
import { createInterface } from 'node:readline'
import { openWire } from './wire.ts'

export type WriterInput = { url: string; secret: string; briefs: number[]; aSecond: number }

const lines = createInterface({ input: process.stdin })
const [first] = await new Promise<string[]>(resolve => lines.once('line', line => resolve([line])))
const { url, secret, briefs, aSecond } = JSON.parse(first ?? '') as WriterInput
const wire = await openWire(url, { authorization: `Bearer ${secret}` })
const ending = new AbortController()
lines.once('close', () => ending.abort())
const began = performance.now()
let written = 0
while (!ending.signal.aborted) {
  const briefId = briefs[written % briefs.length]
  const answer = await wire.post(
    '/api/brief.append',
    JSON.stringify({ briefId, body: `Row ${written} is done`, kind: 'progress' }),
  )
  if (answer.status !== 200) throw new Error(answer.body)
  written += 1
  const early = began + (written * 1_000) / aSecond - performance.now()
  if (early > 0) await new Promise(resolve => setTimeout(resolve, early))
}
wire.close()
process.stdout.write(JSON.stringify({ written, seconds: (performance.now() - began) / 1_000 }))
