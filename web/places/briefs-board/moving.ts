/** Setting the status of a card: it is in its new column at once, and comes back when the house says no. */
import { useState } from 'react'
import type { BriefRow } from '#contract/shapes.ts'
import { queries } from '../../house/queries.ts'
import { sayDone } from '../../house/toasts.tsx'
import { isTaken, useWrite, type Write } from '../../house/write.ts'
import { isByHand } from '../brief/status-menu.tsx'
import { spoken } from '../brief/words.ts'

type Status = BriefRow['status']
/** Cards that are shown in another column than the house has told yet. */
export type Moving = ReadonlyMap<number, BriefRow>

export type Moves = {
  moving: Moving
  setStatusOf: (row: BriefRow) => Pick<Write<'brief.setStatus'>, 'write'>
  refused: Write<'brief.setStatus'>['refused']
}

export function useMoves(): Moves {
  const [moving, setMoving] = useState<Moving>(new Map())
  const put = (row: BriefRow) => setMoving(before => new Map(before).set(row.id, row))
  const drop = (id: number) => setMoving(before => new Map([...before].filter(([each]) => each !== id)))
  const set = useWrite('brief.setStatus')
  const move = async (row: BriefRow, status: Status) => {
    put({ ...row, status })
    try {
      const output = await set.write({ briefId: row.id, status })
      const undo = () => void isTaken(set.write({ briefId: row.id, status: row.status }))
      sayDone(`#${row.id} is ${spoken(status)}.`, isByHand(row.status) ? undo : undefined)
      await queries.refetchQueries({ queryKey: ['brief.list'], type: 'active' })
      return output
    } finally {
      drop(row.id)
    }
  }
  return { moving, setStatusOf: row => ({ write: ({ status }) => move(row, status) }), refused: set.refused }
}
