/** Starts whom the house wants started: the claim, the program, and the word that it runs. */
import type { Client } from '#client/client.ts'
import { Refusal } from '#domain/refusal.ts'
import { makeSlots } from '#machine/service/slots.ts'
import type { AgentMachine, RunItem } from './ground.ts'
import { launch } from './launch.ts'

export type Start = { dispatchId: number; relieves?: number | undefined }

export type Starter = {
  /** Resolves once each of them runs or is known not to. */
  start: (starts: readonly Start[]) => Promise<void>
  /** It is just being started, so nobody looks for its process yet. */
  isLaunching: (runId: number) => boolean
  close: () => void
}

/** Starts at once: each is a second of a processor. */
const startsAtOnce = 4

export function makeStarter(client: Client, machine: AgentMachine, onRunning: (item: RunItem) => void): Starter {
  const slots = makeSlots(startsAtOnce)
  /** Dispatches that are being started, and runs that are being launched. */
  const starting = new Set<number>()
  const launching = new Set<number>()
  let isOver = false

  async function begin({ dispatchId, relieves }: Start): Promise<void> {
    const { node, most } = machine
    const begun = await client.call('agent.begin', { dispatchId, relieves, node, most })
    const { id: runId } = begun.run
    launching.add(runId)
    try {
      const because = await launch(begun, machine).catch(wordsOf)
      const finding =
        because === undefined ? ({ what: 'launched' } as const) : ({ what: 'not_launched', because } as const)
      const { run } = await client.call('agent.settle', { runId, finding })
      if (run.endedAt === null) onRunning({ ...begun, run })
    } finally {
      launching.delete(runId)
    }
  }

  async function one(start: Start): Promise<void> {
    if (isOver || starting.has(start.dispatchId)) return
    starting.add(start.dispatchId)
    try {
      await begin(start)
    } catch (reason) {
      // Somebody else took it, or a place was filled, since it was asked for.
      if (!(reason instanceof Refusal)) throw reason
    } finally {
      starting.delete(start.dispatchId)
    }
  }

  return {
    start: async starts => void (await Promise.all(starts.map(each => slots(() => one(each))))),
    isLaunching: runId => launching.has(runId),
    close: () => void (isOver = true),
  }
}

const wordsOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason))
