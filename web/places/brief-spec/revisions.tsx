/** The revisions of a spec: who wrote each, what it changed, and a way back to it. */
import { useState } from 'react'
import type { Output } from '#contract/catalogue.ts'
import { Button } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { PlusMinus, Said } from '../../bloom/mark.tsx'
import { Empty, Loading } from '../../bloom/nothing.tsx'
import { RevisionDiff } from '../../bloom/text/revision-diff.tsx'
import { Failure, RefusedNotice } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import { isTaken, useWrite } from '../../house/write.ts'
import type { BriefHead } from '../brief/words.ts'
import { useReader } from '../merge/writes.ts'

type Revision = Output<'brief.specHistory'>['items'][number]

export function Revisions({ brief }: { brief: BriefHead }) {
  const { data, error, refetch } = useRead('brief.specHistory', { briefId: brief.id })
  const [chosen, setChosen] = useState<number | null>(null)
  if (error) return <Failure error={error} again={() => void refetch()} />
  if (data === undefined) return <Loading label="Loading the revisions" />
  const at = Math.max(
    0,
    data.items.findIndex(item => item.revision === chosen),
  )
  const shown = data.items[at]
  if (shown === undefined) return <Empty>No revisions yet: the first save makes r1.</Empty>
  return (
    <div className="revs-pane">
      <ol className="revlist" aria-label="Revisions, newest first">
        {data.items.map(item => (
          <li key={item.revision} aria-current={item === shown || undefined}>
            <button type="button" onClick={() => setChosen(item.revision)}>
              <b>r{item.revision}</b> <RelativeTime at={item.at} /> <PlusMinus added={item.plus} removed={item.minus} />
              <span className="dim">
                <Said>{item.actor}</Said>
              </span>
            </button>
          </li>
        ))}
      </ol>
      <Compared brief={brief} shown={shown} before={data.items[at + 1]?.revision} />
    </div>
  )
}

function Compared({ brief, shown, before }: { brief: BriefHead; shown: Revision; before: number | undefined }) {
  const { revision } = shown
  const { readsOnly } = useReader()
  const now = useRead('brief.specHistory', { briefId: brief.id, revision })
  const old = useRead(
    'brief.specHistory',
    { briefId: brief.id, revision: before ?? revision },
    { enabled: before !== undefined },
  )
  const error = now.error ?? old.error
  if (error) return <Failure error={error} />
  const text = now.data?.spec
  const former = before === undefined ? '' : old.data?.spec
  if (text === undefined || former === undefined) return <Loading label={`Loading r${revision}`} />
  const label = before === undefined ? `r${revision}, the first` : `From r${before} to r${revision}`
  return (
    <div>
      <p className="label">{label}</p>
      <RevisionDiff before={former} after={text} label={label} />
      {revision !== brief.revision && !readsOnly && <Restore brief={brief} revision={revision} text={text} />}
    </div>
  )
}

function Restore({ brief, revision, text }: { brief: BriefHead; revision: number; text: string }) {
  const { write, busy, refused } = useWrite('brief.writeSpec', {
    done: output => ({ words: `r${output.revision} has the text of r${revision}.` }),
  })
  const restore = () => void isTaken(write({ briefId: brief.id, spec: text, revision: brief.revision }))
  return (
    <>
      <p className="revdiff-foot">
        <Button icon="undo" busy={busy} onClick={restore}>
          Restore r{revision}
        </Button>
        <span className="dim">
          Restoring writes r{brief.revision + 1} with the text of r{revision}. Nothing is removed.
        </span>
      </p>
      {refused && <RefusedNotice said={refused} />}
    </>
  )
}
