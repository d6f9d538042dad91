/**
 * Keeps every MAIN of this machine: watches it, saves what comes into it from outside, installs and removes its hooks, and moves what
 * was saved into a worktree when it is asked to.
 */
import type { Client } from '#client/client.ts'
import { type Sealing, sealing } from '#machine/guard/sealing.ts'
import type { MainMachine } from './ground.ts'
import { type MainHand, makeMainHand } from './hand.ts'
import { takeUpRefusals } from './refusals.ts'

export type MainKeeper = {
  /** One turn, to the end of what was asked. */
  tick: () => Promise<void>
  nudge: () => void
  start: () => void
  stop: () => Promise<void>
}

/** Events after which there may be something to do. */
export const keeperTypes: ReadonlySet<string> = new Set([
  'main_requested', 'project_registered', 'project_removed', 'project_configured', 'landed', 'landing_undone',
]) // biome-ignore format: a list of words

const turnEveryMs = 60_000
const nudgeMs = 20

export function makeMainKeeper(client: Client, machine: MainMachine, onFault: (reason: unknown) => void): MainKeeper {
  const hands = new Map<number, MainHand>()
  let offers: Promise<Sealing> | undefined
  let ended = false
  let work: Promise<void> = Promise.resolve()
  let regular: NodeJS.Timeout | undefined
  let soon: NodeJS.Timeout | undefined

  function handOf(id: number): MainHand {
    const known = hands.get(id)
    if (known) return known
    const sealed = (): Promise<Sealing> => {
      offers ??= sealing()
      return offers
    }
    const hand = makeMainHand({ client, machine, sealing: sealed, onFault })
    hands.set(id, hand)
    return hand
  }

  async function turn(): Promise<void> {
    await takeUpRefusals(client, machine.refusals).catch(onFault)
    const { items } = await client.call('main.errands', { node: machine.node })
    const known = new Set(items.map(each => each.project.id))
    for (const [id, hand] of hands) {
      if (known.has(id)) continue
      hand.stop()
      hands.delete(id)
    }
    for (const item of items) if (!ended) await handOf(item.project.id).tend(item).catch(onFault)
  }

  /** One turn after the other. */
  function keep(): void {
    work = work.then(() => (ended ? undefined : turn())).catch(onFault)
  }

  return {
    tick: turn,
    nudge: () => {
      soon ??= setTimeout(() => {
        soon = undefined
        keep()
      }, nudgeMs)
      soon.unref()
    },
    start: () => {
      keep()
      regular = setInterval(keep, turnEveryMs)
      regular.unref()
    },
    stop: async () => {
      ended = true
      clearInterval(regular)
      clearTimeout(soon)
      for (const hand of hands.values()) hand.stop()
      await work
    },
  }
}
