/** The packet of the newest dispatch into the clipboard. */
import type { DispatchView } from '#contract/shapes.ts'
import { dispatchRef } from '#domain/ref.ts'
import { api } from '../../house/api.ts'
import { saidOf } from '../../house/failures.tsx'
import { sayDone, sayNot } from '../../house/toasts.tsx'

/** @param dispatches - newest first */
export async function copyNewestPacket(dispatches: readonly DispatchView[]): Promise<void> {
  const newest = dispatches[0]
  if (newest === undefined) return sayNot('There is no packet to copy yet.')
  try {
    const { dispatch } = await api.call('dispatch.show', { dispatchId: newest.id })
    await navigator.clipboard.writeText(dispatch.packet)
    sayDone(`The packet of ${dispatchRef(newest.id)} is copied.`)
  } catch (reason) {
    const why = reason instanceof DOMException ? 'The browser doesn’t let this page copy.' : saidOf(reason).sentence
    sayNot(`Nothing was copied. ${why}`)
  }
}
