/** What the machine does bare: commits of one small row each that wait for the disk, and HTTP calls that do nothing. Prints JSON. */
import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { percentile } from './figure.ts'
import { inputOf } from './server.ts'
import { openWire } from './wire.ts'

export type RawCyclesInput = { folder: string; ms: number }
export type RawCyclesResult = { cyclesPerSecond: number; callsPerSecond: number; callP99: number }

const body = JSON.stringify({ briefId: 1, note: 'x'.repeat(300) })

function commits(file: string, ms: number): number {
  const db = new DatabaseSync(file)
  db.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table if not exists writes (id integer primary key, body text)',
  )
  const insert = db.prepare('insert into writes (body) values (?)')
  const until = performance.now() + ms
  let done = 0
  for (; performance.now() < until; done++) {
    db.exec('begin immediate')
    insert.run(body)
    db.exec('commit')
  }
  db.close()
  return (done * 1_000) / ms
}

/** The server that answers at once what it got, in a process of its own. */
function echo(): void {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk as Buffer))
    request.on('end', () => {
      const answer = Buffer.concat(chunks)
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer)
    })
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' && address ? address.port : 0)
  })
}

async function calls(ms: number): Promise<{ callsPerSecond: number; callP99: number }> {
  const child = fork(fileURLToPath(import.meta.url), ['echo'])
  const port = await new Promise<number>(resolve => child.once('message', resolve as (value: unknown) => void))
  const until = performance.now() + ms
  const times: number[] = []
  const caller = async (): Promise<void> => {
    const wire = await openWire(`http://127.0.0.1:${port}`, {})
    while (performance.now() < until) {
      const start = performance.now()
      await wire.post('/', body)
      times.push(performance.now() - start)
    }
    wire.close()
  }
  await Promise.all(Array.from({ length: 16 }, caller))
  child.kill()
  return { callsPerSecond: (times.length * 1_000) / ms, callP99: percentile(times, 0.99) }
}

if (process.argv[2] === 'echo') echo()
else {
  const input = await inputOf<RawCyclesInput>()
  const cyclesPerSecond = commits(join(input.folder, 'raw.db'), input.ms) / 3
  process.stdout.write(JSON.stringify({ cyclesPerSecond, ...(await calls(input.ms)) } satisfies RawCyclesResult))
}
