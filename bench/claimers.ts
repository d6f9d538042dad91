/** Claimers in a process of their own: each hands a Brief over, claims what waits, completes it, and begins anew. Prints JSON. */
import { inputOf } from './server.ts'
import { openWire } from './wire.ts'

export type ClaimersInput = {
  url: string
  secret: string
  briefs: number[]
  leg: 'design' | 'build'
  claimers: number
  warmMs: number
  ms: number
}
export type ClaimersResult = {
  cycles: number
  seconds: number
  claimMs: number[]
  dispatchMs: number[]
  completeMs: number[]
}

type Held = { dispatchId: number; token: number }

const input = await inputOf<ClaimersInput>()
const result: ClaimersResult = { cycles: 0, seconds: 0, claimMs: [], dispatchMs: [], completeMs: [] }
const began = performance.now()
const counting = began + input.warmMs
const until = counting + input.ms
let next = 0
let commands = 0

async function call(
  wire: Awaited<ReturnType<typeof openWire>>,
  name: string,
  body: unknown,
  as: object,
  times: number[],
) {
  const start = performance.now()
  const answer = await wire.post(`/api/${name}`, JSON.stringify(body), {
    ...as,
    'idempotency-key': `${process.pid}-${++commands}`,
  })
  if (answer.status !== 200) throw new Error(`${name}: ${answer.body}`)
  if (start >= counting) times.push(performance.now() - start)
  return JSON.parse(answer.body) as Held
}

async function claimer(number: number): Promise<void> {
  const wire = await openWire(input.url, { authorization: `Bearer ${input.secret}` })
  const as = { 'flower-actor': `agent:claimer-${number}` }
  while (performance.now() < until) {
    const briefId = input.briefs[next++ % input.briefs.length]
    await call(wire, 'brief.dispatch', { briefId, leg: input.leg }, {}, result.dispatchMs)
    const { dispatchId, token } = await call(wire, 'dispatch.claim', {}, as, result.claimMs)
    const summary = 'Watered from the gate to the shed; every bed is moist a finger deep.'
    await call(wire, 'dispatch.complete', { dispatchId, token, summary }, as, result.completeMs)
    if (performance.now() >= counting) result.cycles++
  }
  wire.close()
}

await Promise.all(Array.from({ length: input.claimers }, (_, number) => claimer(number + 1)))
result.seconds = (performance.now() - counting) / 1_000
process.stdout.write(JSON.stringify(result))
