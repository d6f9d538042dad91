/** Beside the queue, which may wait for a gate meanwhile: ties new commits to their Briefs, and foresees which branches would meet. */
import type { Client } from '#client/client.ts'
import { newForecastMemory } from '#machine/changes/forecast.ts'
import { onceMore } from '#machine/once-more.ts'
import { type Foresight, foresee } from './forecast.ts'
import type { LandingMachine } from './ground.ts'
import { linkNew } from './links.ts'

export type LookOut = {
  /** Looks at every project; asked for meanwhile, once more after it. */
  look: () => Promise<void>
  settled: () => Promise<void>
}

export function makeLookOut(
  client: Client,
  { node, now }: Pick<LandingMachine, 'node' | 'now'>,
  signal: AbortSignal,
  onFault: (reason: unknown) => void,
): LookOut {
  const foresights = new Map<number, Foresight>()

  async function look(): Promise<void> {
    const { items } = await client.call('main.errands', { node })
    for (const item of items) {
      if (signal.aborted) return
      const known = foresights.get(item.project.id) ?? { memory: newForecastMemory() }
      foresights.set(item.project.id, known)
      // A repository that can't be read is no reason to look at no other.
      await linkNew(client, item)
        .then(refs => foresee(client, item, { known, refs, now: now() }))
        .catch(onFault)
    }
  }

  const { ask, settled } = onceMore(look, () => signal.aborted)
  return { look: ask, settled }
}
