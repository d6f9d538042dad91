// The scripted agent's program. Arguments: the script (its shape stands in script.ts), and the session to go on with.
// Says AgentSaid, one JSON line each, on standard output; hears messages and interrupts as JSON lines on standard input.

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AgentSaid } from '#domain/agent/said.ts'
import { splitLines } from './lines.ts'
import { filled, type Script, type Step } from './script.ts'
import {
  appendTo,
  callHouse,
  commitAll,
  deleteFile,
  flood,
  leaveRunning,
  RefusedCall,
  runToEnd,
  seenFile,
  writeTo,
} from './scripted-deeds.ts'

const ASK_AGAIN_MS = 100

const [path = '', resumed] = process.argv.slice(2)
const { env } = process

const session = resumed || randomUUID()
const values: Record<string, unknown> = {
  ...known('briefId', numberOf(env.FLOWER_BRIEF)),
  ...known('dispatchId', numberOf(env.FLOWER_DISPATCH)),
  ...known('actor', env.FLOWER_ACTOR),
  ...known('url', env.FLOWER_URL),
  worktree: process.cwd(),
  session,
  prompt: env.FLOWER_PACKET ? readFileSync(env.FLOWER_PACKET, 'utf8') : '',
  env,
}

const inbox = { messages: [] as string[], closed: false, interrupted: false }
let heard = Promise.withResolvers<void>()

const input = splitLines(line => {
  const told = JSON.parse(line) as { text?: string; interrupt?: true }
  if (told.text !== undefined) inbox.messages.push(told.text)
  if (told.interrupt) inbox.interrupted = true
  wake()
})
process.stdin.on('data', input.write)
process.stdin.on('end', () => {
  inbox.closed = true
  wake()
})

/** An interrupt, in the middle of what waits. */
class Interrupted extends Error {}

const script = JSON.parse(readFileSync(path, 'utf8')) as Script
const model = script.model ?? 'scripted-1'
const window = script.window ?? 200_000
say({ kind: 'session', id: session, model, ...known('mcp', env.FLOWER_URL && 'connected') })

try {
  await play(script.steps)
  for (;;) await endTurn('done', 'There is nothing more in the script.')
} catch (error) {
  const words = error instanceof Error ? error.message : String(error)
  say({ kind: 'error', words })
  say({ kind: 'turn_ended', outcome: 'failed', words })
  await exit(1)
}

async function play(steps: Step[]): Promise<void> {
  for (const step of steps) {
    try {
      if (inbox.interrupted) throw new Interrupted()
      await take('steps' in step ? step : filled(step, values))
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error
      inbox.interrupted = false
      await endTurn('interrupted', '')
    }
  }
}

async function take(step: Step): Promise<void> {
  if ('call' in step) return call(step)
  if ('say' in step) return say({ kind: 'text', text: step.say })
  if ('write' in step) return edit('Write', step.write, () => writeTo(step.write, step.text))
  if ('append' in step) return edit('Edit', step.append, () => appendTo(step.append, step.text))
  if ('delete' in step) return edit('Delete', step.delete, () => deleteFile(step.delete))
  if ('commit' in step) return edit('Commit', step.commit, () => commitAll(step.commit))
  if ('run' in step) return edit('Run', step.run.join(' '), () => runToEnd(step.run, step.exits ?? 0))
  if ('leave' in step) return leaveRunning(step.leave)
  if ('repeat' in step) {
    for (let left = step.repeat; left > 0; left -= 1) await play(step.steps)
    return undefined
  }
  return tell(step)
}

/** What is only said, waited for, or an end. */
async function tell(step: Step): Promise<void> {
  if ('context' in step) return say({ kind: 'context', tokens: step.context, window })
  if ('usage' in step) return say(usageOf(step))
  if ('tool' in step) return edit(step.tool, step.input ?? '', () => undefined, step.failed)
  if ('deny' in step) return say({ kind: 'denied', tool: step.deny, reason: step.reason })
  if ('compact' in step) return say({ kind: 'compacted' })
  if ('error' in step) return say({ kind: 'error', words: step.error })
  if ('turn' in step) return endTurn(step.turn, step.words ?? '')
  if ('pause' in step) return waitUntil(() => false, step.pause)
  if ('wait' in step) return step.wait === 'file' ? waitUntil(() => seenFile(step.path)) : nextMessage()
  if ('hang' in step) return waitUntil(() => false)
  if ('permission' in step) {
    say({ kind: 'permission', tool: step.permission, ...known('reason', step.reason) })
    return waitUntil(() => false)
  }
  return leave(step)
}

async function leave(step: Step): Promise<void> {
  if ('flood' in step) return flood(step.flood)
  if ('crash' in step) return void process.kill(process.pid, 'SIGKILL')
  if ('exit' in step) return exit(step.exit)
  if (!('limit' in step)) throw new Error(`nobody knows this step: ${JSON.stringify(step)}`)
  say({ kind: 'limit', words: step.limit, ...known('until', step.until) })
  say({ kind: 'turn_ended', outcome: 'failed', words: step.limit })
  return exit(1)
}

async function call(step: Extract<Step, { call: string }>): Promise<void> {
  const callId = randomUUID()
  say({ kind: 'tool', callId, name: step.call, input: JSON.stringify(step.input ?? {}).slice(0, 300) })
  try {
    let answer = await callHouse(step.call, step.input ?? {})
    while (step.until !== undefined && !(step.until in answer)) {
      await waitUntil(() => false, ASK_AGAIN_MS)
      answer = await callHouse(step.call, step.input ?? {})
    }
    Object.assign(values, answer)
    if (step.as !== undefined) values[step.as] = answer
    say({ kind: 'tool_ended', callId, failed: false })
    if (step.refused !== undefined) throw new Error(`${step.call} was not refused`)
  } catch (error) {
    if (!(error instanceof RefusedCall)) throw error
    say({ kind: 'tool_ended', callId, failed: true })
    if (error.code !== step.refused) throw error
  }
}

async function edit(name: string, about: string, deed: () => unknown, failed = false): Promise<void> {
  const callId = randomUUID()
  say({ kind: 'tool', callId, name, input: about.slice(0, 300) })
  await deed()
  say({ kind: 'tool_ended', callId, failed })
}

async function endTurn(outcome: 'done' | 'failed' | 'interrupted', words: string): Promise<void> {
  say({ kind: 'turn_ended', outcome, words })
  await nextMessage()
}

/** Its input closed without one: that was all. */
async function nextMessage(): Promise<void> {
  while (inbox.messages.length === 0 && !inbox.closed && !inbox.interrupted) await heard.promise
  const message = inbox.messages.shift()
  if (message !== undefined) values.message = message
  else if (inbox.closed) await exit(0)
  else throw new Interrupted()
}

async function waitUntil(isSo: () => boolean, forMs = Number.POSITIVE_INFINITY): Promise<void> {
  const until = performance.now() + forMs
  while (!isSo() && performance.now() < until) {
    if (inbox.interrupted) throw new Interrupted()
    const { promise } = heard
    const look = setTimeout(wake, Math.min(50, until - performance.now()))
    await promise
    clearTimeout(look)
  }
}

function wake(): void {
  const { resolve } = heard
  heard = Promise.withResolvers<void>()
  resolve()
}

function usageOf(step: Extract<Step, { usage: object }>): AgentSaid {
  const usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, ...step.usage }
  return { kind: 'usage', model, usage, ...known('usd', step.usd) }
}

function say(said: AgentSaid): void {
  process.stdout.write(`${JSON.stringify(said)}\n`)
}

/** Once all that was said is out. */
async function exit(code: number): Promise<never> {
  await new Promise<void>(done => void process.stdout.write('', () => done()))
  process.exit(code)
}

function known(name: string, value: unknown): Record<string, unknown> {
  return value === undefined || value === '' ? {} : { [name]: value }
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined || text === '' ? undefined : Number(text)
}
