/** A real flower that dies by SIGKILL at points that a test names, and is started again each time. */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '#client/client.ts'
import { Refusal } from '#domain/refusal.ts'
import { startServer, type TestServer } from '../server.ts'
import type { Doom } from './doom.ts'

export type Doomed = {
  home: string
  client: () => Client
  /**
   * Asks, dies at each of the points in turn, is started again and is asked the same again, until it answers. `act` has to be
   * something that may be asked twice. `atDeath` sees what each death has left. Answers how often it died: the last points may
   * never be reached.
   */
  through: <Answer>(
    dooms: readonly Doom[],
    act: (client: Client) => Promise<Answer>,
    atDeath?: () => Promise<void>,
  ) => Promise<Lived<Answer>>
  /** The points that were passed since the last call, and where it died. */
  points: () => string[]
  remove: () => Promise<void>
}

export type Lived<Answer> = { answer: Answer; deaths: number }

const preload = new URL('doom.ts', import.meta.url).href

export async function startDoomed(): Promise<Doomed> {
  const home = mkdtempSync(join(tmpdir(), 'flower-doomed-'))
  const file = join(home, 'doom')
  const env = { NODE_OPTIONS: `--import=${preload}`, DOOM_FILE: file }
  let server: TestServer = await startServer({ home, env })

  /** Until one lives: the next point may lie in its start. */
  async function rise(): Promise<void> {
    const next = await server.again().catch(() => undefined)
    if (!next) return rise()
    server = next
  }

  async function ask<Answer>(act: (client: Client) => Promise<Answer>): Promise<{ answer: Answer } | undefined> {
    try {
      return await Promise.race([act(server.client()).then(answer => ({ answer })), server.ended.then(() => undefined)])
    } catch (reason) {
      if (!(reason instanceof Refusal) || reason.code !== 'server.unreachable') throw reason
      await server.ended
      return undefined
    }
  }

  return {
    home,
    client: () => server.client(),
    through: async (dooms, act, atDeath) => {
      // A flower that runs reads it at every point: whole, or not at all.
      writeFileSync(`${file}.next`, JSON.stringify(dooms))
      renameSync(`${file}.next`, file)
      for (let deaths = 0; ; deaths++) {
        const done = await ask(act)
        if (done) rmSync(file, { force: true })
        if (done) return { ...done, deaths }
        await atDeath?.()
        await rise()
      }
    },
    points: () => {
      const text = existsSync(`${file}.log`) ? readFileSync(`${file}.log`, 'utf8') : ''
      rmSync(`${file}.log`, { force: true })
      return text.split('\n').filter(Boolean)
    },
    remove: () => server.remove(),
  }
}
