/** A server as somebody has it who installed the package: compiled, in a process of its own, on a home of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Everything of one run lies in one folder, which is gone at its end. */
export type Ground = { folder: string; flower: string; env: NodeJS.ProcessEnv; drop: () => void }

export function layGround(): Ground {
  const folder = mkdtempSync(join(tmpdir(), 'flower-bench-'))
  const installed = join(folder, 'installed')
  mkdirSync(installed)
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(root, part), join(installed, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'))
  const env: NodeJS.ProcessEnv = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') }
  // Reading more certificates costs every Node 80 ms, with us or without.
  for (const name of ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS', 'FLOWER_URL', 'FLOWER_TOKEN', 'FLOWER_DATABASE_URL'])
    delete env[name]
  return {
    folder,
    flower: join(installed, 'bin/flower.mjs'),
    env,
    drop: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }),
  }
}

export type Server = { url: string; secret: string; pid: number; readyMs: number; stop: () => Promise<void> }

/** Starts it on `home` and waits for its first answer. */
export async function startServer(ground: Ground, home: string, nodeArgs: string[] = []): Promise<Server> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, [...nodeArgs, ground.flower, 'up', '--no-open', '--port', String(port)], {
    cwd: ground.folder,
    env: { ...ground.env, FLOWER_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const url = `http://127.0.0.1:${port}`
  await answered(child, url)
  const readyMs = performance.now() - began
  return {
    url,
    pid: child.pid ?? 0,
    secret: readFileSync(join(home, 'token'), 'utf8').trim(),
    readyMs,
    stop: async () => {
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Runs a server for as long as `work` takes. */
export async function withServer<Result>(
  ground: Ground,
  home: string,
  work: (server: Server) => Promise<Result>,
): Promise<Result> {
  const server = await startServer(ground, home)
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

async function answered(child: ChildProcess, url: string): Promise<void> {
  let said = ''
  child.stderr?.on('data', chunk => void (said += String(chunk)))
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${said}`)
    const ok = await fetch(`${url}/healthz`).then(
      response => response.ok,
      () => false,
    )
    if (ok) return
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Runs a file beside this one in a process of its own, hands it `input` on its standard input, and answers what it printed as JSON. */
export async function apart<Result>(file: string, input: unknown): Promise<Result> {
  const child = spawn(process.execPath, ['--conditions=flower-source', join(root, 'bench', file)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(input))
  const printed = buffer(child.stdout)
  const code = await new Promise<number | null>(resolve => child.once('close', resolve))
  if (code !== 0) throw new Error(`bench/${file} ended with ${code}`)
  return JSON.parse((await printed).toString('utf8')) as Result
}

/** The input that a file got from `apart`. */
export async function inputOf<Input>(): Promise<Input> {
  return JSON.parse((await buffer(process.stdin)).toString('utf8')) as Input
}

/** Bytes that a process holds in memory, and seconds that it has computed. Linux. */
export function useOf(pid: number): { rss: number; cpuSeconds: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    rss: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024,
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100,
  }
}
