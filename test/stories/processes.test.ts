import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readLive } from '../live.ts'
import { freshDatabase, hasPostgres } from '../postgres.ts'
import { type PracticeGround, practiceGround } from '../practice-repository.ts'
import { cleanEnvironment, startServer, type TestServer } from '../server.ts'

const run = promisify(execFile)

describe.each(hasPostgres ? ['sqlite', 'postgres'] : ['sqlite'])('several processes on one %s store', database => {
  let ground: PracticeGround
  let server: TestServer
  let env: Record<string, string> = {}
  let drop = async (): Promise<void> => undefined
  beforeAll(async () => {
    ground = await practiceGround()
    if (database === 'postgres') {
      const fresh = await freshDatabase()
      env = { FLOWER_DATABASE_URL: fresh.url }
      drop = fresh.drop
    }
    server = await startServer({ project: await ground.repository('garden'), env })
  })
  afterAll(async () => {
    await server.remove()
    await drop()
    await ground.remove()
  })

  it('write at the same time: everything lands, and the server tells its readers of all of it', async () => {
    const live = await readLive(server, 0)
    const outside = async (name: string): Promise<number[]> => {
      const script = join(import.meta.dirname, 'outside-writer.ts')
      const { stdout } = await run(process.execPath, ['--conditions=flower-source', script, name, '25'], {
        env: { ...cleanEnvironment(), ...env, FLOWER_HOME: server.home },
      })
      return JSON.parse(stdout) as number[]
    }
    const inside = async (): Promise<number[]> => {
      const captured: number[] = []
      for (let at = 0; at < 25; at++) {
        const { briefId } = await server.client().call('brief.capture', { text: `inside ${at}`, project: 'garden' })
        captured.push(briefId)
      }
      return captured
    }
    const captured = (await Promise.all([outside('one'), outside('two'), outside('three'), inside()])).flat()
    expect(captured.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1))
    await Promise.all(captured.map(id => live.until(event => event.type === 'captured' && event.briefId === id)))
    const heard = live.heard.map(each => each.seq)
    expect(heard).toEqual(heard.map((_, at) => at + 1))
    live.close()
    expect(await server.client().call('trace.verify', {})).toMatchObject({ ok: true })
  })
})
