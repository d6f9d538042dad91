/** What a runner does once, before it takes anything up: it says where it is, and clears away what a killed one left. */
import type { Client } from '#client/client.ts'
import type { Machine } from '../errand.ts'
import { clearLocks } from './clear-locks.ts'
import { mendPool } from './sweep-pool.ts'

export type Beginning = {
  /** Resolves once it is done, by whichever call; tried again when it fails. */
  begun: () => Promise<void>
  stop: () => void
}

/** Together ten seconds: as long as whatever meets a lock of git's waits for it. */
const clearEveryMs = 250
const clearTries = 40

export function makeBeginning(client: Client, machine: Machine, onFault: (reason: unknown) => void): Beginning {
  const startedAt = Date.parse(machine.now())
  let begun: Promise<void> | undefined
  let later: NodeJS.Timeout | undefined

  async function begin(): Promise<void> {
    const { node, root, pool } = machine
    await client.call('node.greet', { ...node, root })
    const { projects } = await client.call('worktree.errands', { node: node.id })
    for (const project of projects) await mendPool(pool, project).catch(onFault)
    await clear(clearTries).catch(onFault)
  }

  /** A git that outlives a killed flower ends by itself soon; what it leaves is free then. */
  async function clear(tries: number): Promise<void> {
    const { items } = await client.call('worktree.errands', { node: machine.node.id })
    if ((await clearLocks(client, items, startedAt)) === 'clear' || tries <= 1) return
    later = setTimeout(() => void clear(tries - 1).catch(onFault), clearEveryMs)
    later.unref()
  }

  return {
    begun: () => {
      begun ??= begin().catch((reason: unknown) => {
        begun = undefined
        throw reason
      })
      return begun
    },
    stop: () => clearTimeout(later),
  }
}
