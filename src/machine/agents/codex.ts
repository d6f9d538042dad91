// Codex: one program for each turn, `exec` for the first and `exec resume` for every later one; between them only the host lives.

import { homedir } from 'node:os'
import { join } from 'node:path'
import { codexReader } from '#domain/agent/codex-lines.ts'
import type { AgentSaid } from '#domain/agent/said.ts'
import { hooksFor, nativeCodex, settingsFor } from './codex-words.ts'
import type { Begin, Child, Conversation, Host, ProgramEnd } from './driver.ts'
import { followRollout, type RolloutFile } from './rollout-file.ts'

const LOOK_MS = 2_000
const NO_HOOKS = 'This Codex takes no hooks from its command line: the guard is not asked before its tools.'

export const beginCodex: Begin = async host => {
  const codex = nativeCodex(host.start.harness.words, host.env.PATH, host.start.cwd)
  const hooks = await hooksFor(host, codex)
  if (hooks === undefined) host.say({ kind: 'error', words: NO_HOOKS })
  const settings = [
    ...(await settingsFor(host, true)),
    ...(hooks ?? []),
    '--skip-git-repo-check',
    ...host.start.harness.args,
  ]
  const thread = new Thread(host, (resume, prompt, hear) =>
    host.launch({
      words: [
        ...codex,
        'exec',
        ...(resume === undefined ? [] : ['resume']),
        '--json',
        ...settings,
        ...(resume === undefined ? [] : [resume]),
        '-',
      ],
      input: prompt,
      hear,
    }),
  )
  await thread.play(host.start.prompt)
  return thread
}

type PlayTurn = (resume: string | undefined, prompt: string, hear: (line: string) => void) => Promise<Child>

/** One thread of Codex, turn after turn. */
class Thread implements Conversation {
  readonly #host: Host
  readonly #playTurn: PlayTurn
  readonly #zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  readonly #home: string
  readonly #timer: NodeJS.Timeout
  readonly #waiting: string[] = []
  #session: string | undefined
  #rollout: RolloutFile | undefined
  #turn = 0
  #child: Child | undefined
  #isOver = true
  #isInterrupted = false
  #isFinishing = false
  #isEnding = false
  #last: ProgramEnd = { exitCode: 0, signal: null }

  constructor(host: Host, playTurn: PlayTurn) {
    this.#host = host
    this.#playTurn = playTurn
    this.#home = host.env.CODEX_HOME || join(host.env.HOME || homedir(), '.codex')
    this.#session = host.start.resume
    if (this.#session !== undefined) this.#rollout = followRollout(this.#home, this.#session, true)
    this.#timer = setInterval(() => this.#look(), LOOK_MS)
  }

  async play(prompt: string): Promise<void> {
    this.#turn += 1
    this.#isOver = false
    this.#isInterrupted = false
    const read = codexReader(this.#turn, this.#zone)
    this.#child = await this.#playTurn(this.#session, prompt, line => {
      for (const said of read(line, new Date())) this.#hear(said)
      this.#look()
    })
    void this.#child.ended.then(end => this.#ended(end))
  }

  send(text: string): boolean {
    if (this.#child !== undefined) this.#waiting.push(text)
    else this.#playOn(text)
    return true
  }

  interrupt(): void {
    if (this.#child === undefined) return
    this.#isInterrupted = true
    this.#waiting.length = 0
    this.#child.signal('SIGINT')
  }

  finish(): void {
    this.#isFinishing = true
    if (this.#child === undefined) this.#leave()
  }

  end(): void {
    this.#isEnding = true
  }

  #look(): void {
    for (const each of this.#rollout?.look() ?? []) this.#host.say(each)
  }

  #hear(said: AgentSaid): void {
    if (said.kind === 'session') return this.#hearSession(said.id)
    if (said.kind === 'turn_ended') {
      this.#isOver = true
      this.#look()
      // The next one is begun at once.
      if (said.outcome === 'done' && this.#waiting.length > 0) return
    }
    this.#host.say(said)
  }

  /** Each turn says it again. */
  #hearSession(id: string): void {
    if (this.#turn > 1 && id === this.#session) return
    if (id !== this.#session) this.#rollout = followRollout(this.#home, id, false)
    this.#session = id
    const { model } = this.#host.start.harness
    this.#host.say({ kind: 'session', id, ...(model === undefined ? {} : { model }) })
  }

  #ended(end: ProgramEnd): void {
    this.#child = undefined
    this.#last = end
    this.#look()
    if (!this.#isOver && !this.#isEnding && !this.#isInterrupted) return this.#broken(end)
    if (!this.#isOver && !this.#isEnding) this.#hear({ kind: 'turn_ended', outcome: 'interrupted', words: '' })
    const next = this.#waiting.shift()
    if (this.#isEnding || (next === undefined && this.#isFinishing)) return this.#leave()
    if (next !== undefined) this.#playOn(next)
  }

  /** Neither a turn's end nor an interrupt: the program itself failed, or was ended from outside. */
  #broken(end: ProgramEnd): void {
    const words = this.#host.lastWords(20)
    if (end.signal === null) {
      this.#host.say({ kind: 'error', words })
      this.#host.say({ kind: 'turn_ended', outcome: 'failed', words })
    }
    this.#leave()
  }

  #playOn(text: string): void {
    this.play(text).catch((error: unknown) => {
      this.#host.say({ kind: 'error', words: String(error) })
      this.#leave()
    })
  }

  #leave(): void {
    clearInterval(this.#timer)
    this.#host.leave(this.#last)
  }
}
