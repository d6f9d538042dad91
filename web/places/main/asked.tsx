/** The submission that the address names, where it is not among those that are shown. */
import { Refusal } from '#domain/refusal.ts'
import { Notice } from '../../bloom/says.tsx'
import { Failure } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import { mergeRef } from '../merge/words.ts'
import type { Ground } from './ground.ts'
import { LandingRow } from './landing-row.tsx'
import { QueueRow } from './queue-row.tsx'

const nothing = () => {}

export function Asked({ id, ground }: { id: number; ground: Ground }) {
  const { data, error, refetch } = useRead('merge.show', { mergeId: id })
  if (error instanceof Refusal && error.code === 'merge.missing')
    return <Notice tone="amber">There is no {mergeRef(id)} in this house.</Notice>
  if (error) return <Failure error={error} again={() => void refetch()} />
  if (data === undefined) return null
  const { merge } = data
  const shared = { isNew: false, isHere: true, isOpen: true, onToggle: nothing }
  return (
    <ol className="asked" aria-label="What you asked for">
      {merge.landing ? (
        <LandingRow
          landing={merge.landing}
          titles={new Map([[id, merge.title]])}
          reverts={new Map()}
          reader={ground.reader}
          {...shared}
        />
      ) : (
        <QueueRow merge={merge} overlaps={[]} ground={ground} {...shared} />
      )}
    </ol>
  )
}
