// One service under care: its state, its timers, and its starting and ending, one after the other.

import { type FSWatcher, watch } from 'node:fs'
import { type Ending, type Happening, isUp, type Order, type ServiceState, step } from '#domain/serving/service.ts'
import { endTree } from './end-tree.ts'
import { probeService } from './probe.ts'
import { readLog } from './read-log.ts'
import { readopt } from './readopt.ts'
import { type RunRecord, readRun } from './run-record.ts'
import type { ServiceSpec, ServicesOptions, ServiceView } from './services.ts'
import type { Slots } from './slots.ts'
import { startService } from './start.ts'

type Slotted = { start: Slots; end: Slots }

const LAST_LINES = 50

export class Tended {
  readonly spec: ServiceSpec
  #state: ServiceState
  #run: RunRecord | null
  #lastLines: string[] = []
  /** Starting and ending never overlap: an end that is asked for during a start waits for it. */
  #work: Promise<void> = Promise.resolve()
  #cancelTimer = (): void => undefined
  #watcher: FSWatcher | undefined
  #isClosed = false
  /** The run that we know is not the one that is meant any more. */
  #isStarting = false
  readonly #options: ServicesOptions
  readonly #slots: Slotted

  constructor(
    spec: ServiceSpec,
    first: { state: ServiceState; run: RunRecord | null },
    options: ServicesOptions,
    slots: Slotted,
  ) {
    this.spec = spec
    this.#state = first.state
    this.#run = first.run
    this.#options = options
    this.#slots = slots
  }

  view(): ServiceView {
    return { ...this.#state, key: this.spec.key, port: this.spec.port, run: this.#run, lastLines: this.#lastLines }
  }

  /** Nothing of it lives and nothing is planned for it. */
  isAtRest(): boolean {
    return this.#state.status === 'stopped' || this.#state.status === 'parked'
  }

  /** Answers once what follows at once from it is done. */
  async hearAndSettle(happening: Happening): Promise<ServiceView> {
    this.#hear(happening)
    if (happening.kind === 'adopted') this.#lookOut()
    for (let seen: unknown; seen !== this.#work; ) {
      seen = this.#work
      await this.#work
    }
    return this.view()
  }

  /** Takes the timers away; the service itself is left as it is. */
  close(): void {
    this.#isClosed = true
    this.#cancelTimer()
    this.#watcher?.close()
  }

  #hear(happening: Happening): void {
    if (this.#isClosed) return
    const { clock, rules, onChange } = this.#options
    const before = this.#state
    const next = step(before, happening, clock.now(), rules)
    this.#state = next.state
    const isNews = next.state.status !== before.status || next.state.reason !== before.reason
    if (isNews) this.#lastLines = next.state.status === 'parked' ? this.#readLastLines() : []
    // Once, when it goes down: a probe that answers later must not take away what was planned since.
    if (next.state.status !== before.status && !isUp(next.state.status)) this.#cancelTimer()
    for (const order of next.orders) this.#obey(order)
    if (isNews) onChange(this.view())
  }

  #obey(order: Order): void {
    if (order.do === 'start') {
      this.#isStarting = true
      this.#work = this.#work.then(() => this.#slots.start(() => this.#start()))
    } else if (order.do === 'end') this.#work = this.#work.then(() => this.#slots.end(() => this.#end()))
    else {
      this.#cancelTimer()
      const action = order.do === 'wake' ? () => this.#hear({ kind: 'due' }) : () => void this.#probe()
      this.#cancelTimer = this.#options.clock.later(order.inMs, action)
    }
  }

  async #start(): Promise<void> {
    const isWanted = !this.#isClosed && this.#state.status === 'starting'
    const answer = isWanted ? await attemptStart(this.spec, this.#options.newMarker()) : undefined
    this.#isStarting = false
    if (answer === undefined) return
    if (answer.outcome !== 'started') return this.#hear({ kind: 'not_started', ...reasonOf(answer) })
    this.#run = answer.run
    this.#hear({ kind: 'started' })
    this.#lookOut()
  }

  async #end(): Promise<void> {
    if (this.#isClosed) return
    this.#watcher?.close()
    const run = this.#run
    if (run === null) return this.#hear({ kind: 'ended', ending: null })
    const end = await endTree(run, this.spec.graceMs)
    if (end.outcome === 'still_running')
      return this.#hear({ kind: 'not_ended', reason: `still there: processes ${end.pids.join(', ')}` })
    this.#hear({ kind: 'ended', ending: endingOf(this.spec.folder, run, end.ended > 0) })
  }

  async #probe(): Promise<void> {
    this.#lookWhetherItEnded()
    if (this.#isClosed || !isUp(this.#state.status)) return
    const asked = this.#run
    const answer = await probeService(this.spec, this.#options.rules.probeWithinMs)
    // It may have ended meanwhile, and somebody else on its port have answered.
    this.#lookWhetherItEnded()
    if (asked === this.#run && !this.#isStarting) this.#hear({ kind: 'probed', ...answer })
  }

  /** The keeper writes its record anew at the end; where that goes unseen, the next probe looks. */
  #lookOut(): void {
    this.#watcher?.close()
    try {
      this.#watcher = watch(this.spec.folder, { persistent: false }, () => this.#lookWhetherItEnded())
      this.#watcher.on('error', () => undefined)
    } catch {
      // No watches left in the system, or the folder is gone.
    }
    this.#lookWhetherItEnded()
  }

  #lookWhetherItEnded(): void {
    const run = this.#run
    if (this.#isClosed || this.#isStarting || run === null || !isUp(this.#state.status)) return
    const found = readopt(this.spec.folder)
    if (found.outcome === 'living' && found.run.marker === run.marker) return
    const seen = found.outcome === 'dead' && found.run.marker === run.marker ? found.ending : undefined
    this.#hear({ kind: 'exited', ending: { exitCode: null, signal: null, ...seen, interrupted: false } })
  }

  #readLastLines(): string[] {
    return readLog({ folder: this.spec.folder, lines: LAST_LINES }).lines
  }
}

type Attempt = Awaited<ReturnType<typeof startService>>

async function attemptStart(spec: ServiceSpec, marker: string): Promise<Attempt> {
  try {
    await spec.beforeStart?.()
    return await startService({ ...spec, marker })
  } catch (error) {
    return { outcome: 'unusable', reason: error instanceof Error ? error.message : String(error) }
  }
}

function reasonOf(answer: Exclude<Attempt, { outcome: 'started' }>): { reason: string; lasting: boolean } {
  switch (answer.outcome) {
    case 'port_taken':
      return { reason: `somebody else listens on port ${answer.port}`, lasting: false }
    case 'missing_folder':
      return { reason: `the folder ${answer.folder} is gone`, lasting: true }
    case 'missing':
      return { reason: `there is no program ${answer.program}`, lasting: true }
    case 'unusable':
      return { reason: answer.reason, lasting: true }
    default:
      return answer satisfies never
  }
}

/** How the program ended, as its keeper saw it; told to by us, it was interrupted, whatever code it left with. */
function endingOf(folder: string, run: RunRecord, interrupted: boolean): Ending {
  const kept = readRun(folder)
  const seen = kept?.marker === run.marker ? kept.ending : undefined
  return { exitCode: null, signal: null, ...seen, interrupted }
}
