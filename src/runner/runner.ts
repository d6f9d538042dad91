/**
 * Carries out what the house asks of worktrees. It asks for its errands at the start, soon after news, and every minute, so that
 * nothing is lost with a signal or with the process: what had begun is gone on with or undone, and said.
 */
import type { Client } from '#client/client.ts'
import type { Finding } from '#domain/worktree/moves.ts'
import type { Errand as What, Worktree } from '#domain/worktree/worktree.ts'
import { makeSlots } from '#machine/service/slots.ts'
import { adopt, create } from './create.ts'
import type { Errand, Item, Machine } from './errand.ts'
import { look } from './look.ts'
import { makePool } from './pool.ts'
import { prepare } from './prepare.ts'
import { remove, restore } from './remove.ts'
import { sync } from './sync.ts'

export type Runner = {
  /** One turn, to the end of every errand that it took up. */
  tick: () => Promise<void>
  /** Something was asked. */
  nudge: () => void
  start: () => void
  /** Ends once what is under way has come to a point that a restart goes on from. */
  stop: () => Promise<void>
}

const turnEveryMs = 60_000
const nudgeMs = 20
/** At once, on one machine: each is mostly a disk at work. */
const errandsAtOnce = 4
/** Folders that one turn looks at, those longest not looked at first: so that many idle ones cost no more than few. */
const looksEachTurn = 6

/** Events after which there may be something to do. */
export const runnerTypes: ReadonlySet<string> = new Set(['worktree_requested'])

const carriers: Record<What, (errand: Errand) => Promise<Finding>> = { create, adopt, restore, prepare, sync, remove }

export function makeRunner(client: Client, machine: Machine, onFault: (reason: unknown) => void): Runner {
  const busy = new Map<number, Promise<void>>()
  const slots = makeSlots(errandsAtOnce)
  const ending = new AbortController()
  const pool = makePool(machine.pool, ending.signal)
  /** Projects in which a worktree was made, by their slug: more will be asked for there. */
  const used = new Map<string, Item>()
  let regular: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined

  const tell = async (worktreeId: number, finding: Finding): Promise<Worktree> =>
    (await client.call('worktree.settle', { worktreeId, finding })).worktree

  /** Until nothing more is asked of it: a worktree that was made is prepared next. */
  async function carryOut(item: Item, taken: ReadonlySet<number>): Promise<void> {
    let worktree = item.worktree
    while (worktree.errand && !ending.signal.aborted) {
      const { id, errand } = worktree
      const inHand = { ...item, worktree, machine, pool, taken, signal: ending.signal }
      const finding = await carriers[errand]({ ...inHand, tell: each => tell(id, each) }).catch(
        (reason: unknown): Finding => broken(errand, reason),
      )
      // What was cut off by our own end is not told: a restart goes on with it.
      if (ending.signal.aborted && (finding.what === 'failed' || finding.what === 'kept')) return
      if (errand === 'create') used.set(item.project.slug, item)
      worktree = await tell(id, finding)
    }
  }

  function broken(errand: What, reason: unknown): Finding {
    onFault(reason)
    const words = reason instanceof Error ? reason.message : String(reason)
    return { what: errand === 'remove' ? 'kept' : 'failed', reason: words }
  }

  function takeUp(item: Item, taken: ReadonlySet<number>): void {
    const { id } = item.worktree
    if (busy.has(id)) return
    const work = slots(() => carryOut(item, taken))
      .catch(onFault)
      .finally(() => busy.delete(id))
    busy.set(id, work)
  }

  async function oneTurn(): Promise<void> {
    const { items } = await client.call('worktree.errands', {})
    for (const item of items) if (item.worktree.errand) takeUp(item, portsOfOthers(items, item))
    await Promise.all(busy.values())
    const toRefill = [...used.values()]
    used.clear()
    for (const item of toRefill) await pool.refill(item)
  }

  /** Turns overlap, as a long errand of one is no reason for the next to wait. */
  const turns = new Set<Promise<void>>()
  function turn(): Promise<void> {
    const work = oneTurn().finally(() => turns.delete(work))
    turns.add(work)
    return work
  }

  async function lookAround(): Promise<void> {
    const { items } = await client.call('worktree.errands', {})
    const idle = items.filter(each => each.worktree.errand === null && each.worktree.base !== null)
    const oldest = idle.toSorted((a, b) => (seenAt(a) < seenAt(b) ? -1 : 1))
    for (const item of oldest.slice(0, looksEachTurn)) if (!ending.signal.aborted) await lookAt(item)
  }

  async function lookAt(item: Item): Promise<void> {
    const { id, follows } = item.worktree
    const seen = await look(item, machine.now())
    if (seen.outcome === 'gone') await tell(id, { what: 'gone', reason: seen.reason })
    if (seen.outcome !== 'seen') return
    await tell(id, { what: 'looked', standing: seen.standing })
    if (follows && (seen.standing.behind ?? 0) > 0 && item.worktree.status === 'ready')
      await client.call('worktree.sync', { worktreeId: id })
  }

  return {
    tick: turn,
    nudge: () => {
      soon ??= setTimeout(() => {
        soon = undefined
        void turn().catch(onFault)
      }, nudgeMs)
      soon.unref()
    },
    start: () => {
      const round = (): void => void turn().then(lookAround).catch(onFault)
      round()
      regular = setInterval(round, turnEveryMs)
      regular.unref()
    },
    stop: async () => {
      ending.abort()
      clearInterval(regular)
      clearTimeout(soon)
      await Promise.allSettled([...busy.values(), ...turns])
    },
  }
}

const seenAt = ({ worktree }: Item): string => worktree.standing?.at ?? ''

const portsOfOthers = (items: readonly Item[], { worktree }: Item): ReadonlySet<number> =>
  new Set(items.filter(each => each.worktree.id !== worktree.id).flatMap(each => Object.values(each.worktree.ports)))
