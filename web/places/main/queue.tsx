/** The merge queue in its order, and what came back from it. */
import { useState } from 'react'
import type { MergeView } from '#contract/shapes.ts'
import { Button, Fold, IconButton } from '../../bloom/button.tsx'
import { RelativeTime, useTimed } from '../../bloom/clock.tsx'
import type { OpenRows } from '../../bloom/list/open-rows.ts'
import { AllDone } from '../../bloom/nothing.tsx'
import { Section } from '../../bloom/section.tsx'
import type { Overlap } from '../merge/overlap.tsx'
import { mergeRef } from '../merge/words.ts'
import type { Ground } from './ground.ts'
import type { Pausing } from './pausing.ts'
import { QueueRow } from './queue-row.tsx'

type QueueProps = {
  live: readonly MergeView[]
  out: readonly MergeView[]
  overlaps: readonly Overlap[]
  ground: Ground
  rows: OpenRows
  freshIds: ReadonlySet<number>
  isPaused: boolean
  pausing: Pausing
}

/** As many of what came back stand there before the rest is folded. */
const most = 5

export function Queue(props: QueueProps) {
  const { live, out } = props
  const [all, setAll] = useState(false)
  return (
    <Section id="queue" eyebrow="merge · queue" title="Queue" tools={<Tools {...props} />}>
      {live.length === 0 && <AllDone>Nothing waits. What is finished and green lands here first.</AllDone>}
      {live.length > 0 && <RowList label="Waiting to land, in order" merges={live} {...props} />}
      {out.length > 0 && (
        <>
          <h3 className="label sub-head">not landed</h3>
          <RowList label="Sent back or taken out, newest first" merges={all ? out : out.slice(0, most)} {...props} />
        </>
      )}
      {out.length > most && (
        <Fold open={all} onClick={() => setAll(!all)}>
          {all ? 'fewer' : `${out.length - most} more`}
        </Fold>
      )}
    </Section>
  )
}

function RowList({ label, merges, ...props }: QueueProps & { label: string; merges: readonly MergeView[] }) {
  const { rows, overlaps, ground, freshIds } = props
  return (
    <ol className="queue" aria-label={label}>
      {merges.map(merge => (
        <QueueRow
          key={merge.id}
          merge={merge}
          overlaps={overlaps.filter(({ branch, with: other }) => branch === merge.branch || other === merge.branch)}
          ground={ground}
          isNew={freshIds.has(merge.id)}
          isHere={rows.here === mergeRef(merge.id)}
          isOpen={rows.opened.has(mergeRef(merge.id))}
          onToggle={rows.toggle}
        />
      ))}
    </ol>
  )
}

/** Milliseconds after which it is no longer usual that somebody waits. */
const long = 60 * 60_000

function Tools({ live, ground: { reader }, isPaused, pausing }: QueueProps) {
  const oldest = live.map(each => each.submittedAt).toSorted()[0]
  return (
    <>
      {oldest !== undefined && <Oldest at={oldest} />}
      {reader.mayWrite &&
        (isPaused ? (
          reader.isOperator && (
            <Button small icon="play" busy={pausing.busy} onClick={pausing.resume}>
              Go on
            </Button>
          )
        ) : (
          <IconButton icon="parked" label="Pause the queue" aria-busy={pausing.busy} onClick={pausing.pause} />
        ))}
    </>
  )
}

function Oldest({ at }: { at: string }) {
  const isLong = useTimed(now => now - Date.parse(at) > long)
  return (
    <span className={isLong ? 'small amber-ink' : 'small dim'}>
      oldest waits <RelativeTime at={at} />
    </span>
  )
}
