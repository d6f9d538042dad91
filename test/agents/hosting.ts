/** Starts agents for a test, hears them, and leaves nothing of them. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { AgentSaid } from '#domain/agent/said.ts'
import { endAgent } from '#machine/agents/find.ts'
import { followAgent } from '#machine/agents/follow.ts'
import { type AgentStart, startAgent } from '#machine/agents/start.ts'
import { findTree } from '#machine/service/find-tree.ts'
import type { RunRecord } from '#machine/service/run-record.ts'

export type Following = {
  /** All that was said so far. */
  all: AgentSaid[]
  /** Resolves with it once so many of a kind were said. */
  kind: (kind: AgentSaid['kind'], times?: number) => Promise<AgentSaid[]>
  until: (isIt: (said: AgentSaid) => boolean, times?: number) => Promise<AgentSaid[]>
  /** After the last line that was heard. */
  place: () => number
}

export type Hosting = {
  root: string
  folder: (name: string) => string
  asked: (wish: Partial<AgentStart> & Pick<AgentStart, 'harness'>) => AgentStart
  begun: (start: AgentStart) => Promise<RunRecord>
  /** Ended after the test, who ever started it. */
  minds: (run: RunRecord) => void
  following: (folder: string, from?: number) => Following
  /** After each test: ends all of it, and throws when anything is there after that. */
  endAll: () => Promise<void>
  remove: () => void
}

export function hosting(): Hosting {
  const root = mkdtempSync(join(tmpdir(), 'agents-'))
  const runs: RunRecord[] = []
  const followers: { close: () => void }[] = []
  const folder = (name: string): string => mkdtempSync(join(root, `${name}-`))
  return {
    root,
    folder,
    asked: wish => ({
      folder: folder('run'),
      marker: randomUUID(),
      cwd: wish.cwd ?? folder('worktree'),
      env: {},
      prompt: 'Plant a rose',
      mcp: { url: '' },
      reminder: '',
      maxLogBytes: 1_000_000,
      ...wish,
    }),
    begun: async start => {
      const answer = await startAgent(start)
      if (answer.outcome !== 'started') throw new Error(JSON.stringify(answer))
      runs.push(answer.run)
      return answer.run
    },
    minds: run => void runs.push(run),
    following: (place, from = 0) => followed(place, from, follower => followers.push(follower)),
    endAll: async () => {
      for (const each of followers.splice(0)) each.close()
      const ended = runs.splice(0)
      for (const each of ended) await endAgent(each, 0)
      const left = ended.flatMap(findTree)
      if (left.length > 0) throw new Error(`processes are left: ${JSON.stringify(left)}`)
    },
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 10 }),
  }
}

function followed(folder: string, from: number, mind: (follower: { close: () => void }) => void): Following {
  const all: AgentSaid[] = []
  let place = from
  mind(
    followAgent(folder, from, (heard, offset) => {
      all.push(...heard.map(each => each.said))
      place = offset
    }),
  )
  const until = (isIt: (said: AgentSaid) => boolean, times = 1): Promise<AgentSaid[]> =>
    vi.waitFor(
      () => {
        if (all.filter(isIt).length >= times) return all
        throw new Error(`it said: ${JSON.stringify(all.slice(-12))}`)
      },
      { timeout: 90_000 },
    )
  return { all, until, kind: (kind, times) => until(each => each.kind === kind, times), place: () => place }
}

/** A throwaway home, so that nothing of the person's own is read or written. */
export function throwawayHome(root: string): Record<string, string> {
  const home = mkdtempSync(join(root, 'home-'))
  const temporary = join(home, 'tmp')
  mkdirSync(temporary)
  return { HOME: home, TMPDIR: temporary, CLAUDE_CONFIG_DIR: join(home, 'claude'), CODEX_HOME: join(home, 'codex') }
}

/** A living process of a run by its program's name; throws when there is none. */
export function processOf(run: RunRecord, name: string): number {
  const names = findTree(run).map(({ pid }) => ({ pid, name: readFileSync(`/proc/${pid}/comm`, 'utf8').trim() }))
  const pid = names.find(each => each.name === name)?.pid
  if (pid === undefined) throw new Error(`there is no ${name} among ${names.map(each => each.name).join(' ')}`)
  return pid
}
