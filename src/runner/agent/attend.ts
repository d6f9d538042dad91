/** Attends to one run: hears it, tells the house, does what the house asks, and sees it out. */
import type { Client } from '#client/client.ts'
import type { Input } from '#contract/catalogue.ts'
import { type Digest, digest } from '#domain/agent/digest.ts'
import type { Order } from '#domain/agent/order.ts'
import type { AgentSaid } from '#domain/agent/said.ts'
import { endAgent, findAgent } from '#machine/agents/find.ts'
import { followAgent } from '#machine/agents/follow.ts'
import { tellAgent } from '#machine/agents/orders.ts'
import { type AgentMachine, graceMs, type RunItem } from './ground.ts'
import { folderOf, leftBehind } from './place.ts'

export type Attended = {
  /** A regular look: a sign of life, and whether its host is still there. */
  look: () => void
  obey: (order: Order) => void
  /** Resolves once nothing is under way. */
  settled: () => Promise<void>
  /** The run goes on without us. */
  close: () => void
}

type Finding = Input<'agent.settle'>['finding']

/** Milliseconds: words that come together are told together, and silence is told as a sign of life. */
const togetherMs = 700
const aliveEveryMs = 45_000

/** Told at once: somebody may be waiting for it. */
const urgent: ReadonlySet<AgentSaid['kind']> = new Set(['session', 'permission', 'limit', 'turn_ended', 'exited'])

export function attend(
  client: Client,
  machine: AgentMachine,
  item: RunItem,
  onFault: (reason: unknown) => void,
  onEnd: () => void,
): Attended {
  const { run, worktree } = item
  const folder = folderOf(machine.agents, run.id)
  let heard: Digest = {}
  let heardTo = run.heardTo
  let isNews = false
  let toldAt = Date.now()
  let exited: Extract<AgentSaid, { kind: 'exited' }> | undefined
  let soon: NodeJS.Timeout | undefined
  let isOver = false
  let asked: Order['do'] | undefined
  /** One thing after the other, so that no order is carried out twice. */
  let work: Promise<void> = Promise.resolve()

  const then = (next: () => Promise<void>): void => {
    work = work.then(() => (isOver ? undefined : next())).catch(onFault)
  }

  async function tell(finding: Finding): Promise<void> {
    toldAt = Date.now()
    const { order, run: after } = await client.call('agent.settle', { runId: run.id, finding })
    if (after.endedAt !== null) return leave()
    if (order) await carryOut(order)
  }

  function leave(): void {
    isOver = true
    close()
    onEnd()
  }

  async function tellHeard(): Promise<void> {
    clearTimeout(soon)
    soon = undefined
    if (isNews) {
      const finding: Finding = { what: 'heard', heardTo, digest: heard }
      heard = {}
      isNews = false
      await tell(finding)
    }
    if (exited && !isOver) await seeOut({ exitCode: exited.exitCode, signal: exited.signal })
  }

  /** The tree first: nothing of it works on while the house hands its work to somebody else. */
  async function seeOut(how: { exitCode: number | null; signal: string | null; lost?: boolean }): Promise<void> {
    const found = findAgent(folder)
    if (found.is !== 'none') await endAgent(found.run, graceMs)
    await tell({ what: 'ended', ...how, ...(await leftBehind(folder, worktree.path)) })
  }

  async function carryOut(order: Order): Promise<void> {
    if (order.do === 'send') {
      const answer = await tellAgent(folder, { do: 'send', text: order.text })
      if (answer === 'taken') return tell({ what: 'obeyed', order })
      return answer === 'deaf' ? carryOut({ do: 'finish' }) : undefined
    }
    if (asked === 'end' || asked === order.do) return
    asked = order.do
    if (order.do === 'finish') return void (await tellAgent(folder, { do: 'finish' }))
    const found = findAgent(folder)
    // What it says last is heard before its end is told.
    if (found.is !== 'none') await endAgent(found.run, graceMs)
  }

  const follower = followAgent(folder, run.heardTo, (all, offset) => {
    for (const { said } of all) {
      heard = digest(heard, said)
      if (said.kind === 'exited') exited = said
    }
    heardTo = offset
    isNews = true
    if (all.some(each => urgent.has(each.said.kind))) return then(tellHeard)
    soon ??= setTimeout(() => then(tellHeard), togetherMs)
  })

  function close(): void {
    clearTimeout(soon)
    follower.close()
  }

  return {
    look: () =>
      then(async () => {
        const found = findAgent(folder)
        if (found.is === 'none') return seeOut({ exitCode: null, signal: null, lost: true })
        // Its host was killed, and said nothing of an end.
        if (found.is === 'ended' && !exited)
          return seeOut({ exitCode: found.ending?.exitCode ?? null, signal: found.ending?.signal ?? null })
        if (Date.now() - toldAt >= aliveEveryMs) await tell({ what: 'alive' })
      }),
    obey: order => then(() => carryOut(order)),
    settled: () => work,
    close,
  }
}
