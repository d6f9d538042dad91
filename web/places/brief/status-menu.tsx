/** The statuses that somebody may set by hand, each where it leads; the house refuses what stands in the way. */
import { Menu, type MenuEntry } from '../../bloom/float/menu.tsx'
import type { BloomStatus } from '../../bloom/glyph.tsx'
import { useWrite } from '../../house/write.ts'
import { RefusedNotice } from './refused.tsx'
import { useToasts } from './toasts.tsx'
import { type BriefHead, spoken } from './words.ts'

const byHand: readonly BloomStatus[] = [
  'idea',
  'refining',
  'planned',
  'complete',
  'deferred',
  'cancelled',
  'abandoned',
]
const setByHand = new Set(byHand)
const removes = new Set<BloomStatus>(['cancelled', 'abandoned'])

export function StatusMenu({ brief }: { brief: BriefHead }) {
  const { write, refused } = useWrite('brief.setStatus')
  const { say } = useToasts()
  const set = async (status: BloomStatus) => {
    const before = brief.status
    const done = await write({ briefId: brief.id, status })
    if (!done) return
    const undo = setByHand.has(before) ? () => void write({ briefId: brief.id, status: before }) : undefined
    say(`#${brief.id} is ${spoken(status)}.`, undo)
  }
  const entries: MenuEntry[] = byHand.map(status => ({
    name: spoken(status),
    clay: removes.has(status),
    refused: status === brief.status ? 'it is that now' : undefined,
    onChoose: () => void set(status),
  }))
  return (
    <>
      <Menu label="Set the status" entries={entries} />
      <RefusedNotice refused={refused} />
    </>
  )
}
