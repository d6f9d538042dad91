/** Attends to one run: hears it, tells the house, does what the house asks, and sees it out. */
import type { Client } from '#client/client.ts'
import type { Input } from '#contract/catalogue.ts'
import { type Digest, digest } from '#domain/agent/digest.ts'
import type { Order } from '#domain/agent/order.ts'
import type { AgentSaid } from '#domain/agent/said.ts'
import { endAgent, findAgent } from '#machine/agents/find.ts'
import { type Follower, followAgent } from '#machine/agents/follow.ts'
import { tellAgent } from '#machine/agents/orders.ts'
import { type AgentMachine, graceMs, type RunItem } from './ground.ts'
import { folderOf, leftBehind } from './place.ts'

type Finding = Input<'agent.settle'>['finding']
type Exit = { exitCode: number | null; signal: string | null; lost?: boolean }

/** Milliseconds: words that come together are told together, and silence is told as a sign of life. */
const togetherMs = 700
const aliveEveryMs = 45_000

/** Told at once: somebody may be waiting for it. */
const urgent: ReadonlySet<AgentSaid['kind']> = new Set(['session', 'permission', 'limit', 'turn_ended', 'exited'])

export type Attendance = {
  client: Client
  machine: AgentMachine
  item: RunItem
  onFault: (reason: unknown) => void
  onEnd: () => void
}

export class Attended {
  readonly #attendance: Attendance
  readonly #folder: string
  readonly #follower: Follower
  #heard: Digest = {}
  #heardTo: number
  #isNews = false
  #toldAt = Date.now()
  #exit: Exit | undefined
  #soon: NodeJS.Timeout | undefined
  #isOver = false
  #isFinishing = false
  /** One thing after the other, so that no order is carried out twice. */
  #work: Promise<void> = Promise.resolve()

  constructor(attendance: Attendance) {
    const { machine, item } = attendance
    this.#attendance = attendance
    this.#folder = folderOf(machine.agents, item.run.id)
    this.#heardTo = item.run.heardTo
    this.#follower = followAgent(this.#folder, this.#heardTo, (all, offset) =>
      this.#hear(
        all.map(each => each.said),
        offset,
      ),
    )
  }

  /** A regular look: a sign of life, and whether its host is still there. */
  look(): void {
    this.#then(async () => {
      if (this.#isNews || this.#exit) return this.#tellHeard()
      const found = findAgent(this.#folder)
      // It may have said its last words between two looks.
      if (found.is !== 'living') this.#follower.look()
      if (this.#isNews || this.#exit) return this.#tellHeard()
      if (found.is === 'none') return this.#seeOut({ exitCode: null, signal: null, lost: true })
      // Its host was killed, and said nothing of an end.
      if (found.is === 'ended')
        return this.#seeOut({ exitCode: found.ending?.exitCode ?? null, signal: found.ending?.signal ?? null })
      if (Date.now() - this.#toldAt >= aliveEveryMs) await this.#tell({ what: 'alive' })
    })
  }

  obey(order: Order): void {
    this.#then(() => this.#carryOut(order))
  }

  /** Resolves once nothing is under way. */
  settled(): Promise<void> {
    return this.#work
  }

  /** The run goes on without us. */
  close(): void {
    clearTimeout(this.#soon)
    this.#follower.close()
  }

  #then(next: () => Promise<void>): void {
    this.#work = this.#work.then(() => (this.#isOver ? undefined : next())).catch(this.#attendance.onFault)
  }

  #hear(all: AgentSaid[], offset: number): void {
    for (const said of all) {
      this.#heard = digest(this.#heard, said)
      if (said.kind === 'exited') this.#exit = said
    }
    this.#heardTo = offset
    this.#isNews = true
    if (all.some(said => urgent.has(said.kind))) return this.#then(() => this.#tellHeard())
    this.#soon ??= setTimeout(() => this.#then(() => this.#tellHeard()), togetherMs)
  }

  async #tellHeard(): Promise<void> {
    clearTimeout(this.#soon)
    this.#soon = undefined
    // What comes while the house is being told is told too, before the end that may be among it.
    while (this.#isNews && !this.#isOver) {
      const told = this.#heard
      this.#heard = {}
      this.#isNews = false
      await this.#tell({ what: 'heard', heardTo: this.#heardTo, digest: told }).catch((reason: unknown) => {
        // What the house could not take is told with what comes next.
        this.#heard = { ...told, ...this.#heard }
        this.#isNews = true
        throw reason
      })
    }
    if (this.#exit && !this.#isOver) await this.#seeOut(this.#exit)
  }

  async #tell(finding: Finding): Promise<void> {
    const { client, item, onEnd } = this.#attendance
    this.#toldAt = Date.now()
    const { order, run } = await client.call('agent.settle', { runId: item.run.id, finding })
    // What goes on in a terminal is not ours to hear.
    const goesOn = run.endedAt === null && run.state !== 'attached'
    if (goesOn) return order && this.#carryOut(order)
    this.#isOver = true
    this.close()
    onEnd()
  }

  /** The tree first: nothing of it works on while the house hands its work to somebody else. */
  async #seeOut({ exitCode, signal, lost }: Exit): Promise<void> {
    await this.#endTree()
    const left = await leftBehind(this.#folder, this.#attendance.item.worktree.path)
    await this.#tell({ what: 'ended', exitCode, signal, ...left, ...(lost && { lost }) })
  }

  async #endTree(): Promise<void> {
    const found = findAgent(this.#folder)
    if (found.is !== 'none') await endAgent(found.run, graceMs)
  }

  async #carryOut(order: Order): Promise<void> {
    if (order.do === 'send' || order.do === 'answer') {
      const answer = await tellAgent(this.#folder, order.do === 'send' ? { do: 'send', text: order.text } : order)
      if (answer === 'gone') return
      // Nobody waits for an answer any more; whoever can't be told anything comes to its end.
      if (answer === 'deaf' && order.do === 'send') return this.#carryOut({ do: 'finish' })
      return this.#tell({ what: 'obeyed', order })
    }
    // What it says last is heard before its end is told.
    if (order.do === 'end') return this.#endTree()
    if (this.#isFinishing) return
    this.#isFinishing = true
    if (order.do === 'break_off') await tellAgent(this.#folder, { do: 'interrupt' })
    await tellAgent(this.#folder, { do: 'finish' })
  }
}
