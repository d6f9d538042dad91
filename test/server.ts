/** A real flower in a process of its own, on a home of its own. Ended by its pid. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client } from '#client/client.ts'
import { httpClient } from '#client/http.ts'

/** The words that start flower: bundled, as whoever installed it has it. */
export const flowerWords: readonly [node: string, program: string] = [
  process.execPath,
  fileURLToPath(new URL('../dist/app/flower.js', import.meta.url)),
]

export type TestServer = {
  home: string
  url: string
  /** Opens the page signed in; works once. */
  link: string
  token: string
  pid: number
  /** Resolves when it has ended, with its exit code; null when a signal ended it. */
  ended: Promise<number | null>
  /** Speaks as `operator:ada`, or as whom it is told. */
  client: (actor?: string, role?: string) => Client
  /** SIGKILL: nothing is said good-bye to. */
  kill: () => Promise<void>
  /** SIGTERM; answers the exit code. */
  stop: () => Promise<number | null>
  /** The same home again, on the same port, after `kill` or `stop`. */
  again: () => Promise<TestServer>
  /** Ends it and deletes its home. */
  remove: () => Promise<void>
}

export type ServerOptions = {
  home?: string
  port?: number
  project?: string
  env?: Record<string, string>
  /** Hears at once of the process, which may not live until it is ready. */
  onSpawn?: (pid: number) => void
}

export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'flower-home-'))
  const [node, ...args] = [
    ...flowerWords,
    'up',
    '--no-open',
    '--port',
    String(options.port ?? 0),
    ...(options.project ? ['--project', options.project] : []),
  ]
  const child = spawn(node, args, {
    cwd: tmpdir(),
    env: { ...cleanEnvironment(), ...options.env, FLOWER_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid) options.onSpawn?.(child.pid)
  const ended = new Promise<number | null>(resolve => child.once('exit', code => resolve(code)))
  const link = await firstLine(child)
  const { url } = JSON.parse(readFileSync(join(home, 'server.json'), 'utf8')) as { url: string }
  const token = readFileSync(join(home, 'token'), 'utf8').trim()
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal)
    return ended
  }
  return {
    home,
    url,
    link,
    token,
    pid: child.pid ?? 0,
    ended,
    client: (actor = 'operator:ada', role) =>
      httpClient({
        baseUrl: url,
        headers: () => ({
          authorization: `Bearer ${token}`,
          'flower-actor': actor,
          ...(role ? { 'flower-role': role } : {}),
        }),
      }),
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    again: () => startServer({ ...options, home, port: Number(new URL(url).port) }),
    remove: async () => {
      await end('SIGKILL')
      // What it had started may write for a moment longer.
      rmSync(home, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** The server prints its link once it listens; when it ends before, its own words are the error. */
function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let out = ''
    let words = ''
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk
      if (out.includes('\n')) resolve(out.slice(0, out.indexOf('\n')))
    })
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      words += chunk
    })
    child.once('exit', code => reject(new Error(`flower ended with ${code} before it listened: ${words}`)))
  })
}

/** Ours, but for what would lead a flower to another house. Reading more certificates would cost each start 80 ms. */
export function cleanEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name, value]) =>
      value !== undefined && !/^(FLOWER_|VITEST|NODE_EXTRA_CA_CERTS$|NODE_OPTIONS|NODE_ENV|TEST$)/.test(name),
  )
  return Object.fromEntries(kept) as Record<string, string>
}
