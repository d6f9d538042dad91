// The one door to child processes: an argument array (never a shell), a time limit, bounded output, a clean environment.

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import type { Readable } from 'node:stream'

/** What every ended or prevented run can be, apart from its output. */
type Prevented =
  /** The time limit passed; the process and its descendants were ended. */
  | { outcome: 'timeout'; timeoutMs: number }
  /** There is no such program on the PATH, or it may not be run. */
  | { outcome: 'missing'; program: string }
  /** The folder to run in is not there. */
  | { outcome: 'missing_folder'; folder: string }
  /** More than `maxBytes` came out on stdout or stderr; the process was ended. */
  | { outcome: 'too_large'; maxBytes: number }
  /** The caller's signal was raised; the process and its descendants were ended. */
  | { outcome: 'cancelled' }
  /** The operating system can't take these arguments (a NUL byte, too long a list). */
  | { outcome: 'unusable'; reason: string }

/** What came of a command. `exitCode` is undefined when a signal ended it from outside. */
export type CommandResult<Output = string> =
  | { outcome: 'ok'; stdout: Output; stderr: string }
  | { outcome: 'failed'; exitCode: number | undefined; stdout: Output; stderr: string }
  | Prevented

export interface CommandOptions {
  cwd: string
  /** Added on top of the clean environment, unfiltered: what the caller names here is meant. */
  env?: Record<string, string>
  timeoutMs: number
  /** The limit for each of stdout and stderr, in bytes. */
  maxBytes: number
  input?: string | Uint8Array
  signal?: AbortSignal
}

let begun = 0

/** Of this process's life: what is done in the background holds itself back by it. */
export const processesBegun = (): number => begun

/** Loaded by the first command: it takes longer to load than all of ours, and a start doesn't wait for one. */
const loadExeca = () => import('execa')

const PASSED_ON = new Set(
  [
    'PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TMP TEMP',
    'SYSTEMROOT WINDIR COMSPEC PATHEXT USERPROFILE USERNAME HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES',
    'XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME XDG_RUNTIME_DIR SSH_AUTH_SOCK',
    'NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY',
    // Where git's own settings are; never where a repository, its index or its objects are.
    'GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG_NOSYSTEM',
  ].flatMap(line => line.split(' ')),
)

/**
 * The part of an environment that a child process gets. An allow-list, so that neither secrets nor the variables that
 * git sets for its hooks (GIT_DIR, GIT_INDEX_FILE …) reach a child and send it into the wrong repository.
 */
export function cleanEnvironment(from: NodeJS.ProcessEnv): Record<string, string> {
  const clean: Record<string, string> = {}
  for (const [name, value] of Object.entries(from)) {
    const upper = name.toUpperCase()
    if (value !== undefined && (PASSED_ON.has(upper) || upper.startsWith('LC_'))) clean[name] = value
  }
  return clean
}

/** Runs a program to its end and answers its output as text. Never throws for what the program or the system does. */
export async function run(program: string, args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  const result = await runForBytes(program, args, options)
  if (result.outcome !== 'ok' && result.outcome !== 'failed') return result
  return { ...result, stdout: decode(result.stdout) }
}

export type RunForBytes = (
  program: string,
  args: readonly string[],
  options: CommandOptions,
) => Promise<CommandResult<Uint8Array>>

let runBeside: RunForBytes | undefined

/** From now on what `run` and `runForBytes` start is started by another process (`spawner.ts`), in our environment. */
export function startBeside(beside: RunForBytes): void {
  runBeside = beside
}

/** Like `run`, with stdout as the very bytes that came: for blobs and archives. */
export const runForBytes: RunForBytes = async (program, args, options) => {
  const nul = refusalOfNul(program, args, options)
  if (nul) return nul
  begun += 1
  const env = { ...cleanEnvironment(process.env), ...options.env }
  if (runBeside) return runBeside(program, args, { ...options, env })
  const { execa } = await loadExeca()
  const result = await execa(program, args, {
    cwd: options.cwd,
    env,
    extendEnv: false,
    encoding: 'buffer',
    stripFinalNewline: false,
    reject: false,
    timeout: options.timeoutMs,
    maxBuffer: options.maxBytes,
    forceKillAfterDelay: 2_000,
    killDescendants: true,
    windowsHide: true,
    ...(options.input === undefined ? { stdin: 'ignore' as const } : { input: options.input }),
    ...(options.signal === undefined ? {} : { cancelSignal: options.signal }),
  })
  const stdout = result.stdout ?? new Uint8Array()
  const stderr = decode(result.stderr ?? new Uint8Array())
  if (!result.failed) return { outcome: 'ok', stdout, stderr }
  if (result.timedOut) return { outcome: 'timeout', timeoutMs: options.timeoutMs }
  if (result.isCanceled) return { outcome: 'cancelled' }
  if (result.isMaxBuffer) return { outcome: 'too_large', maxBytes: options.maxBytes }
  if (result.exitCode !== undefined || result.signal !== undefined)
    return { outcome: 'failed', exitCode: result.exitCode, stdout, stderr }
  return whyNotStarted(program, options.cwd, result.cause)
}

/** What came of a command of which only the end of each output is kept. */
export type TailResult = ({ outcome: 'ok' } | { outcome: 'failed'; exitCode: number | undefined } | Prevented) & {
  stdout: string
  stderr: string
}

/**
 * Like `run` for programs that may talk without end: the last `maxBytes` of stdout and of stderr are kept,
 * and no amount of output ends the program.
 */
export async function runForTail(
  program: string,
  args: readonly string[],
  options: Omit<CommandOptions, 'input'>,
): Promise<TailResult> {
  const nul = refusalOfNul(program, args, options)
  if (nul) return { ...nul, stdout: '', stderr: '' }
  begun += 1
  const { execa } = await loadExeca()
  const child = execa(program, args, {
    cwd: options.cwd,
    env: { ...cleanEnvironment(process.env), ...options.env },
    extendEnv: false,
    stdin: 'ignore',
    buffer: false,
    reject: false,
    timeout: options.timeoutMs,
    forceKillAfterDelay: 2_000,
    killDescendants: true,
    windowsHide: true,
    ...(options.signal === undefined ? {} : { cancelSignal: options.signal }),
  })
  const [stdout, stderr] = [child.stdout, child.stderr].map(stream => keepTail(stream, options.maxBytes))
  const result = await child
  const tails = { stdout: stdout?.() ?? '', stderr: stderr?.() ?? '' }
  if (!result.failed) return { outcome: 'ok', ...tails }
  if (result.timedOut) return { outcome: 'timeout', timeoutMs: options.timeoutMs, ...tails }
  if (result.isCanceled) return { outcome: 'cancelled', ...tails }
  if (result.exitCode !== undefined || result.signal !== undefined)
    return { outcome: 'failed', exitCode: result.exitCode, ...tails }
  return { ...whyNotStarted(program, options.cwd, result.cause), ...tails }
}

/** Reads a stream to its end and answers what gives its last bytes as text. */
function keepTail(stream: Readable, maxBytes: number): () => string {
  let kept = Buffer.alloc(0)
  stream.on('data', (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]).subarray(-maxBytes)
  })
  return () => decode(kept)
}

/**
 * Starts a program that outlives us and whose end nobody awaits, such as the one that opens a browser.
 * Answers once the system has started it or has said that it can't.
 */
export async function startAndLeave(
  program: string,
  args: readonly string[],
  options: Pick<CommandOptions, 'cwd' | 'env'>,
): Promise<{ outcome: 'started'; pid: number } | Prevented> {
  const nul = refusalOfNul(program, args, options)
  if (nul) return nul
  begun += 1
  const { execa } = await loadExeca()
  const child = execa(program, args, {
    cwd: options.cwd,
    env: { ...cleanEnvironment(process.env), ...options.env },
    extendEnv: false,
    detached: true,
    cleanup: false,
    stdio: 'ignore',
    reject: false,
    windowsHide: true,
  })
  if (child.pid === undefined) return whyNotStarted(program, options.cwd, (await child).cause)
  child.nodeChildProcess.unref()
  return { outcome: 'started', pid: child.pid }
}

/**
 * Starts a program that outlives us, in a process group of its own, and waits for the one line by which it says that it
 * is ready. `ended`: it left before that, or said nothing for `timeoutMs` and was ended.
 */
export async function startAndHear(
  program: string,
  args: readonly string[],
  options: Pick<CommandOptions, 'cwd' | 'env' | 'timeoutMs'>,
): Promise<{ outcome: 'started'; pid: number; line: string } | { outcome: 'ended'; said: string } | Prevented> {
  const nul = refusalOfNul(program, args, options)
  if (nul) return nul
  begun += 1
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { ...cleanEnvironment(process.env), ...options.env },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  })
  const { pid } = child
  if (pid === undefined) return whyNotStarted(program, options.cwd, (await once(child, 'error'))[0])
  const said = await firstLine(child, options.timeoutMs)
  child.stdout.destroy()
  child.unref()
  if (said.endsWith('\n')) return { outcome: 'started', pid, line: said.trimEnd() }
  child.kill('SIGKILL')
  return { outcome: 'ended', said }
}

/** Starts a program as our own child, both outputs piped, in exactly this environment. For the keeper of a service. */
export function startKept(program: string, args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  begun += 1
  return spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
}

/** Like `startKept`, with an input that stays open until it is ended. For the host of an agent. */
export function startFed(program: string, args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  begun += 1
  return spawn(program, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true })
}

/** Starts a Node program of ours that hears and answers messages, bytes among them, and that we end by hanging up. */
export function startLinked(script: string, nodeOptions: readonly string[]): ChildProcess {
  return fork(script, {
    execArgv: [...nodeOptions],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/**
 * Runs a program with our own three streams, until it ends. What the terminal sends by its keys goes to the program alone, and
 * what is sent to us is passed on. `end` is raised to have it hang up: SIGHUP, then SIGKILL.
 */
export async function runHere(
  program: string,
  args: readonly string[],
  { end, ...options }: { cwd: string; env: NodeJS.ProcessEnv; end?: AbortSignal },
): Promise<{ outcome: 'ended'; exitCode: number | null; signal: NodeJS.Signals | null } | Prevented> {
  begun += 1
  const child = spawn(program, args, { ...options, stdio: 'inherit' })
  if (child.pid === undefined) return whyNotStarted(program, options.cwd, (await once(child, 'error'))[0])
  const ours = (signal: NodeJS.Signals): unknown => KEYS.has(signal) || child.kill(signal)
  const all: NodeJS.Signals[] = [...KEYS, 'SIGTERM', 'SIGHUP']
  for (const signal of all) process.on(signal, ours)
  let late: NodeJS.Timeout | undefined
  end?.addEventListener('abort', () => {
    child.kill('SIGHUP')
    late = setTimeout(() => child.kill('SIGKILL'), HANG_UP_MS)
  })
  const [exitCode, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  clearTimeout(late)
  for (const each of all) process.off(each, ours)
  return { outcome: 'ended', exitCode, signal }
}

/** Signals that a terminal sends to all of its group by itself. */
const KEYS: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGQUIT'] as const)
const HANG_UP_MS = 5_000

/** Up to and with the first line end; without one when the output or the time ended before. */
function firstLine(child: ChildProcess, timeoutMs: number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let said = ''
  const late = setTimeout(() => resolve(said), timeoutMs)
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk
    if (said.includes('\n')) resolve(said.slice(0, said.indexOf('\n') + 1))
  })
  child.stdout?.once('close', () => resolve(said))
  return promise.finally(() => clearTimeout(late))
}

/** The system would cut at a NUL, so execa throws for it; here it is an answer like the others. */
function refusalOfNul(program: string, args: readonly string[], options: Pick<CommandOptions, 'cwd' | 'env'>) {
  const texts = [program, ...args, options.cwd, ...Object.values(options.env ?? {})]
  if (!texts.some(text => text.includes('\0'))) return undefined
  return { outcome: 'unusable', reason: 'an argument has a NUL byte in it' } as const
}

function whyNotStarted(program: string, cwd: string, cause: unknown): Prevented {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  const reason = cause instanceof Error ? cause.message : String(cause)
  if (code === 'ENOENT' || code === 'EACCES' || code === 'ENOTDIR') {
    // The system says ENOENT for a missing folder just as for a missing program.
    return isFolder(cwd) ? { outcome: 'missing', program } : { outcome: 'missing_folder', folder: cwd }
  }
  return { outcome: 'unusable', reason }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
