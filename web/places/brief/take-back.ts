/** Taking a hand-over back, from wherever it was made. */
import type { BloomStatus } from '../../bloom/glyph.tsx'
import { useWrite } from '../../house/write.ts'
import { isByHand } from './status-menu.tsx'

/** A Brief stands where it stood `before`: an idea that nobody planned is an idea again. Rejects when it is refused. */
export function useTakeBack() {
  const cancel = useWrite('dispatch.cancel')
  const setStatus = useWrite('brief.setStatus')
  const takeBack = async (briefId: number, dispatchId: number, before: BloomStatus) => {
    await cancel.write({ dispatchId })
    if (before !== 'planned' && isByHand(before)) await setStatus.write({ briefId, status: before })
  }
  return { takeBack, refused: cancel.refused ?? setStatus.refused }
}
