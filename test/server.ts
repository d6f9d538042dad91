/** A real flower server in a process of its own, on a home of its own; may be killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '..')

export type Server = {
  url: string
  /** The operator's own secret, as a bearer. */
  secret: string
  pid: number
  /** Ends it with this signal and waits until it is gone. */
  kill: (signal: NodeJS.Signals) => Promise<void>
}

export type ServerOptions = {
  home: string
  /** The repository that it stands in; it registers it. */
  folder: string
  /** 0 takes any that is free. */
  port?: number
  env?: Record<string, string>
  /** Hears at once of the process, which may not live until it is ready. */
  onSpawn?: (pid: number) => void
}

/** Resolves when it takes calls; throws with what it said when it ends before that. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const child = spawn(
    process.execPath,
    ['--conditions=source', join(root, 'src/app/flower.ts'), 'up', '--no-open', '--port', String(options.port ?? 0)],
    { cwd: options.folder, env: environmentFor(options), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = once(child, 'exit')
  if (child.pid) options.onSpawn?.(child.pid)
  const url = new URL(await firstLine(child, ended)).origin
  return {
    url,
    secret: readFileSync(join(options.home, 'token'), 'utf8').trim(),
    pid: child.pid ?? 0,
    kill: async signal => {
      child.kill(signal)
      await ended
    },
  }
}

/** Ours but for what would lead it to another house. Reading more certificates would cost each start 80 ms. */
export function environmentFor(options: { home: string; env?: Record<string, string> }): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(FLOWER_|NODE_EXTRA_CA_CERTS$|NODE_OPTIONS$)/.test(name),
  )
  // Code that was read once is read again at each restart: it is kept beside the home.
  const code = { NODE_COMPILE_CACHE: join(options.home, 'code') }
  return { ...Object.fromEntries(own), ...code, FLOWER_HOME: options.home, ...options.env }
}

async function firstLine(child: ChildProcess, ended: Promise<unknown>): Promise<string> {
  if (!child.stdout || !child.stderr) throw new Error('the server has no pipes')
  let said = ''
  child.stderr.on('data', chunk => void (said += String(chunk)))
  const line = once(createInterface(child.stdout), 'line').then(([first]) => String(first))
  const gone = ended.then(() => {
    throw new Error(`the server ended before it was ready: ${said}`)
  })
  return Promise.race([line, gone])
}
