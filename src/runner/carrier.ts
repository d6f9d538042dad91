/** Takes errands up, several at once, and carries each to its end: a worktree that was made is prepared next. */
import type { Client } from '#client/client.ts'
import type { Finding } from '#domain/worktree/moves.ts'
import type { Standing, Errand as What, Worktree } from '#domain/worktree/worktree.ts'
import { makeSlots } from '#machine/service/slots.ts'
import { adopt, create } from './create.ts'
import type { Errand, Item, Machine } from './errand.ts'
import { makePool } from './pool.ts'
import { prepare } from './prepare.ts'
import { remove, restore } from './remove.ts'
import type { ServiceHost } from './service/host.ts'
import { sync } from './sync.ts'

export type Carrier = {
  /** One that is in hand already is not taken up twice. */
  takeUp: (items: readonly Item[]) => void
  /** Resolves once nothing is in hand, and others stand ready where worktrees were made. */
  settled: () => Promise<void>
}

/** At once, on one machine: each is mostly a disk at work. */
const errandsAtOnce = 4

const carriers: Record<What, (errand: Errand) => Promise<Finding>> = { create, adopt, restore, prepare, sync, remove }

export const teller =
  (client: Client) =>
  async (worktreeId: number, finding: Finding): Promise<Worktree> =>
    (await client.call('worktree.settle', { worktreeId, finding })).worktree

type Given = {
  client: Client
  machine: Machine
  serving: ServiceHost
  signal: AbortSignal
  onFault: (reason: unknown) => void
  /** After each errand: another may be due, and services may have waited for the worktree. */
  onDone: () => void
}

export function makeCarrier({ client, machine, serving, signal, onFault, onDone }: Given): Carrier {
  const busy = new Map<number, Promise<void>>()
  const slots = makeSlots(errandsAtOnce)
  const pool = makePool(machine, signal)
  /** Projects in which a worktree was made, by their slug: more will be asked for there. */
  const used = new Map<string, Item>()
  const tell = teller(client)

  async function carryOut(item: Item): Promise<void> {
    let worktree = item.worktree
    let proven: Standing | undefined
    while (worktree.errand && !signal.aborted) {
      const { id, errand } = worktree
      const inHand: Errand = {
        ...item,
        worktree,
        machine,
        pool,
        serving,
        proven,
        signal,
        tell: finding => tell(id, finding),
      }
      const finding = await carriers[errand](inHand).catch((reason: unknown) => broken(errand, reason))
      // What was cut off by our own end is not told: a restart goes on with it.
      if (signal.aborted && (finding.what === 'failed' || finding.what === 'kept')) return
      proven = finding.what === 'created' ? finding.standing : undefined
      if (errand === 'create') used.set(item.project.slug, item)
      worktree = await tell(id, finding)
    }
  }

  function broken(errand: What, reason: unknown): Finding {
    onFault(reason)
    const words = reason instanceof Error ? reason.message : String(reason)
    return { what: errand === 'remove' ? 'kept' : 'failed', reason: words }
  }

  return {
    takeUp: items => {
      // What is in hand may have been given others since it was read.
      const idle = items.filter(each => !busy.has(each.worktree.id))
      for (const item of idle) {
        const { id } = item.worktree
        const work = slots(() => carryOut(item)).catch(onFault)
        busy.set(
          id,
          work.finally(() => {
            busy.delete(id)
            if (!signal.aborted) onDone()
          }),
        )
      }
    },
    settled: async () => {
      await Promise.all(busy.values())
      const toRefill = [...used.values()]
      used.clear()
      for (const item of toRefill) await pool.refill(item)
    },
  }
}
