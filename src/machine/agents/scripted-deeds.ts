// What the scripted agent does to the world: calls of the house, edits of files, commits, programs.

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { dirname, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pass } from 'node:timers/promises'
import { startFed } from '../command.ts'

/** A clear no of the house. */
export class RefusedCall extends Error {
  readonly code: string
  constructor(operation: string, code: string, detail: string) {
    super(`${operation} was refused (${code}): ${detail}`)
    this.code = code
  }
}

/** A server that is being started anew is waited for; the same call is never carried out twice. */
const TRIES = 120
const TRY_MS = 250

/** Throws RefusedCall, or an Error when nobody answers for half a minute. */
export async function callHouse(operation: string, input: unknown): Promise<object> {
  const commandId = randomUUID()
  for (let left = TRIES; ; left -= 1) {
    const answer = await post(operation, input, commandId).catch((error: unknown) => {
      if (left <= 1) throw error
      return undefined
    })
    if (answer !== undefined) return readAnswer(operation, answer)
    await pass(TRY_MS)
  }
}

async function post(operation: string, input: unknown, commandId: string): Promise<{ status: number; body: string }> {
  const { FLOWER_URL = '', FLOWER_TOKEN, FLOWER_ACTOR, FLOWER_ROLE } = process.env
  const asked = request(`${FLOWER_URL.replace(/\/+$/, '')}/api/${operation}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': commandId,
      ...(FLOWER_TOKEN ? { authorization: `Bearer ${FLOWER_TOKEN}` } : {}),
      ...(FLOWER_ACTOR ? { 'flower-actor': FLOWER_ACTOR } : {}),
      ...(FLOWER_ROLE ? { 'flower-role': FLOWER_ROLE } : {}),
    },
  })
  const { promise, resolve: resolved, reject } = Promise.withResolvers<{ status: number; body: string }>()
  asked.once('error', reject)
  asked.once('response', answer => {
    text(answer).then(body => resolved({ status: answer.statusCode ?? 0, body }), reject)
  })
  asked.end(JSON.stringify(input))
  return promise
}

function readAnswer(operation: string, { status, body }: { status: number; body: string }): object {
  if (status === 200) return JSON.parse(body) as object
  const problem = JSON.parse(body) as { code?: string; detail?: string }
  throw new RefusedCall(operation, problem.code ?? String(status), problem.detail ?? body)
}

export function writeTo(path: string, words: string): void {
  mkdirSync(dirname(resolve(path)), { recursive: true })
  writeFileSync(path, words)
}

export function appendTo(path: string, words: string): void {
  mkdirSync(dirname(resolve(path)), { recursive: true })
  appendFileSync(path, words)
}

export function deleteFile(path: string): void {
  rmSync(path, { recursive: true, force: true })
}

export const seenFile = (path: string): boolean => existsSync(path)

/** Under its own name, whoever's settings are there. */
export async function commitAll(message: string): Promise<void> {
  const { FLOWER_ACTOR = 'agent:scripted', FLOWER_BRIEF } = process.env
  const name = FLOWER_ACTOR.replace(/^agent:/, '')
  const trailer = FLOWER_BRIEF ? `\n\nBrief: #${FLOWER_BRIEF}` : ''
  await runToEnd(['git', 'add', '-A'], 0)
  const who = ['-c', `user.name=${name}`, '-c', `user.email=${name.replaceAll(/[^\w.-]/g, '-')}@agents.invalid`]
  await runToEnd(['git', ...who, 'commit', '-q', '--allow-empty', '-m', `${message}${trailer}`], 0)
}

/** Throws with what it said when it exits with another code. */
export async function runToEnd(words: string[], exit: number): Promise<void> {
  const [program = '', ...args] = words
  const child = startFed(program, args, { cwd: process.cwd(), env: process.env })
  child.stdin.end()
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (code !== exit) throw new Error(`${words.join(' ')} exited with ${code}: ${(err || out).slice(-2_000)}`)
}

/** In a session of its own, as a harness's shell leaves what it was told to run in the background. */
export function leaveRunning(words: string[]): void {
  const child = startFed('setsid', ['-f', ...words], { cwd: process.cwd(), env: process.env })
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
  child.unref()
}

export async function flood(bytes: number): Promise<void> {
  const block = `${'x'.repeat(99)}\n`.repeat(1_000)
  for (let left = bytes; left > 0; left -= block.length)
    if (!process.stdout.write(block)) await once(process.stdout, 'drain')
}
