/** Calls in turn over one connection, from a process of its own: what each took. Prints JSON. */
import { inputOf } from './server.ts'
import { openWire } from './wire.ts'

export type CallersInput = { url: string; secret: string; operation: string; inputs: unknown[] }
/** In the order of the inputs. */
export type CallersResult = { ms: number[]; bytes: number[] }

const input = await inputOf<CallersInput>()
const wire = await openWire(input.url, { authorization: `Bearer ${input.secret}` })
const result: CallersResult = { ms: [], bytes: [] }
for (const each of input.inputs) {
  const start = performance.now()
  const answer = await wire.post(`/api/${input.operation}`, JSON.stringify(each))
  if (answer.status !== 200) throw new Error(`${input.operation}: ${answer.body}`)
  result.ms.push(performance.now() - start)
  result.bytes.push(answer.body.length)
}
wire.close()
process.stdout.write(JSON.stringify(result))
