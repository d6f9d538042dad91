/** The statuses that somebody may set by hand; the house refuses what stands in the way. */
import { Menu, type MenuEntry } from '../../bloom/float/menu.tsx'
import type { BloomStatus } from '../../bloom/glyph.tsx'
import type { Write } from '../../house/write.ts'
import { isTaken } from '../../house/write.ts'
import { type BriefHead, isClosed, spoken } from './words.ts'

const steps: readonly BloomStatus[] = ['idea', 'refining', 'planned', 'complete']
const aside: readonly BloomStatus[] = ['deferred', 'cancelled', 'abandoned']
/** Those that somebody may set by hand. */
export const statusesByHand: readonly BloomStatus[] = [...steps, ...aside]

export const isByHand = (status: BloomStatus): boolean => statusesByHand.includes(status)

export function StatusMenu(props: {
  brief: Pick<BriefHead, 'id' | 'status'>
  setStatus: Pick<Write<'brief.setStatus'>, 'write'>
  label?: string
}) {
  const { brief, setStatus, label = 'Set the status' } = props
  const entry = (status: BloomStatus): MenuEntry => ({
    name: isClosed(brief.status) && status === 'planned' ? 'planned (reopen)' : spoken(status),
    clay: status === 'cancelled' || status === 'abandoned',
    refused: status === brief.status ? 'it is that now' : undefined,
    onChoose: () => void isTaken(setStatus.write({ briefId: brief.id, status })),
  })
  return <Menu label={label} entries={[...steps.map(entry), 'line', ...aside.map(entry)]} />
}
