/**
 * Drives the merge queue of every project of this machine: the only writer of MAIN. What it does next follows from what stands in
 * the store and in git, so that after a kill it goes on where it was.
 */
import type { Client } from '#client/client.ts'
import type { Stack } from '#domain/landing/queue-view.ts'
import { Refusal } from '#domain/refusal.ts'
import { toolchainOf } from '#machine/gate/toolchain.ts'
import { lookInTurn } from '#machine/main/look-in-turn.ts'
import { onceMore } from '#machine/once-more.ts'
import { lookAtMain } from '../main/standing.ts'
import { makeTurns } from '../turns.ts'
import { advance, type Red } from './advance.ts'
import type { Ground, LandingMachine, QueueItem } from './ground.ts'
import { tell } from './ground.ts'
import { recover } from './land.ts'
import { type Rules, rulesOf } from './line.ts'
import { makeLookOut } from './look-out.ts'
import { noteLost } from './lost.ts'
import { lookForRoom, type NoRoom } from './room.ts'
import { runSteps } from './steps.ts'
import { submitFinished } from './submit-finished.ts'
import { sweepLogs } from './sweep-logs.ts'

export type Lander = {
  /** One turn, until nothing is left to be done now. */
  tick: () => Promise<void>
  nudge: () => void
  start: () => void
  /** Ends once what is under way has come to a point that a restart goes on from. */
  stop: () => Promise<void>
}

/** Events after which there may be something to do. */
export const landerTypes: ReadonlySet<string> = new Set([
  'merge_queued', 'merge_approved', 'merge_cancelled', 'queue_resumed', 'completed', 'verdict_given', 'decision_answered', 'configuration_trusted', 'landed', 'main_changed', 'main_cleared', 'main_moved', 'main_rescued',
  'project_registered', 'resumed', 'worktree_created', 'worktree_removed',
]) // biome-ignore format: a list of words

const turnEveryMs = 60_000
const nudgeMs = 20

export function makeLander(client: Client, machine: LandingMachine, onFault: (reason: unknown) => void): Lander {
  const ending = new AbortController()
  const { signal } = ending
  const hands = new Map<number, Hand>()
  const lookOut = makeLookOut(client, machine, signal, onFault)

  const look = async (): Promise<QueueItem[]> => (await client.call('merge.errands', { node: machine.node })).items

  async function act(items: QueueItem[]): Promise<void> {
    await Promise.all([lookOut.look(), ...items.map(({ project }) => handOf(project).drive())])
  }

  function handOf({ id }: QueueItem['project']): Hand {
    const known = hands.get(id)
    if (known) return known
    const hand = makeHand(id, client, machine, signal)
    hands.set(id, hand)
    return hand
  }

  const turns = makeTurns({ look, act }, { everyMs: turnEveryMs, nudgeMs }, onFault)
  return {
    tick: turns.tick,
    nudge: turns.nudge,
    start: turns.start,
    stop: async () => {
      ending.abort()
      await turns.stop()
      await Promise.all([lookOut.settled(), ...[...hands.values()].map(each => each.settled())])
    },
  }
}

type Rest = { halt?: string; red?: Red }

type Hand = { drive: () => Promise<void>; settled: () => Promise<void> }

/** One project's queue in hand: one round at a time, and one more when it was asked for meanwhile. */
function makeHand(projectId: number, client: Client, machine: LandingMachine, signal: AbortSignal): Hand {
  const kept = { stacks: new Map<string, Stack>(), noRoom: new Map() as NoRoom }
  let isFirst = true

  async function drive(): Promise<void> {
    const item = await refreshed(client, machine.node, projectId)
    if (item) await round({ item, client, machine, signal })
  }

  async function round(ground: Ground): Promise<void> {
    const rules = await rulesOf(ground.item)
    if (isFirst || ground.item.journal)
      await recover(ground, rules.outcome === 'known' ? rules.configuration : undefined)
    isFirst = false
    await noteMain(ground, kept.noRoom)
    if (rules.outcome === 'unknown') return void (await tell(ground, { what: 'halted', why: rules.why }))
    await submitFinished(ground, rules.configuration)
    const { halt, red } = await drain(ground, rules)
    await tell(ground, { what: 'halted', why: halt ?? null, red })
    const after = await refreshed(client, machine.node, ground.item.project.id)
    if (after) await runSteps({ ...ground, item: after }, rules)
    await sweepLogs(ground)
  }

  /** Acts on every line until each rests. Answers why one can't go on by itself, and what makes MAIN's own red. */
  async function drain(ground: Ground, rules: Extract<Rules, { outcome: 'known' }>): Promise<Rest> {
    const { primaryBranch, id } = ground.item.project
    const toolchain = (await toolchainOf(rules.configuration, machine.path)).id
    const rested = new Set<string>()
    const rest: Rest = {}
    for (;;) {
      const item = await refreshed(client, machine.node, id)
      if (!item || signal.aborted) return rest
      const target = [primaryBranch, ...item.submissions.map(each => each.target)].find(each => !rested.has(each))
      if (target === undefined) return rest
      // What landed may have changed the rules themselves.
      const now = await rulesOf(item)
      if (now.outcome === 'unknown') return { ...rest, halt: now.why }
      const halted = rest.halt ?? null
      const done = await advance({ ...now, ground: { ...ground, item }, target, toolchain, ...kept, halted })
      if (done.more) continue
      rested.add(target)
      if (target === primaryBranch) Object.assign(rest, { red: done.red })
      if (done.halt !== undefined) rest.halt ??= done.halt
    }
  }

  const { ask, settled } = onceMore(drive, () => signal.aborted)
  return { drive: ask, settled }
}

/** Looked at anew at each round: nothing lands over changes that nobody has seen yet. */
async function noteMain(ground: Ground, noRoom: NoRoom): Promise<void> {
  const {
    client,
    machine,
    item: { project },
  } = ground
  await lookForRoom(noRoom, project.path)
  await lookInTurn(project.gitDir, async () => {
    const standing = await lookAtMain(project, machine.now())
    await client.call('main.settle', { projectId: project.id, finding: { what: 'looked', standing } })
    if (standing.tip !== null) await noteLost(ground, standing.tip)
  })
}

async function refreshed(client: Client, node: string, projectId: number): Promise<QueueItem | undefined> {
  try {
    return (await client.call('merge.errands', { node, projectId })).items[0]
  } catch (reason) {
    if (reason instanceof Refusal) return undefined
    throw reason
  }
}
