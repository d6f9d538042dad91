/** Landing a Brief's branch: one press, or why not, or where it stands on its way. */
import { useState } from 'react'
import type { BriefRecall } from '#contract/recall.ts'
import type { MergeView, TakenBack } from '#contract/shapes.ts'
import { Button } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Menu } from '../../bloom/float/menu.tsx'
import { State } from '../../bloom/glyph.tsx'
import { Ref } from '../../bloom/mark.tsx'
import type { Said } from '../../house/failures.tsx'
import { isTaken, useWrite } from '../../house/write.ts'
import { showAtOnce } from '../merge/at-once.ts'
import { TakeBack } from '../merge/take-back.tsx'
import { isCancellable, mergeRef, ordinal, stateOf, styleWords, waitsForWord } from '../merge/words.ts'
import type { MergeWrites, Reader } from '../merge/writes.ts'
import type { ChangesAnswer } from './reads.ts'
import { whereItIs, whyNotLanded } from './whether.ts'

export type Landing = {
  land: (style?: MergeView['style']) => void
  busy: boolean
  refused: Said | undefined
}

export function useLanding(briefId: number, merge: MergeView | null): Landing {
  const cancel = useWrite('merge.cancel')
  const { write, busy, refused } = useWrite('merge.submit', {
    optimistic: () =>
      merge === null ? () => {} : showAtOnce(merge.id, { status: 'queued', reason: null, waits: undefined }),
    done: ({ mergeId }) => ({
      words: `${mergeRef(mergeId)} is in the queue.`,
      undo: () => void isTaken(cancel.write({ mergeId })),
    }),
  })
  return {
    land: style => void (busy || isTaken(write({ briefId, ...(style && { style }) }))),
    busy,
    refused: refused ?? cancel.refused,
  }
}

type LandProps = {
  recall: BriefRecall
  answer: ChangesAnswer
  landing: Landing
  writes: MergeWrites
  reader: Reader
}

export function Land({ recall, answer, landing, writes, reader }: LandProps) {
  const { merge, changes } = answer
  const where = whereItIs(answer)
  if (merge && where === 'queued') return <Queued merge={merge} writes={writes} reader={reader} />
  if (merge && where === 'landed') return <Landed merge={merge} title={recall.brief.title} reader={reader} />
  if (merge?.takenBack && where === 'back')
    return <WentBack back={merge.takenBack} title={recall.brief.title} reader={reader} />
  if (!reader.mayWrite) return null
  const why = whyNotLanded({ brief: recall.brief, changes, merge, me: reader.me })
  return (
    <>
      {why !== undefined && <span className="small dim">Land waits: {why}</span>}
      <Button
        icon="merge"
        busy={landing.busy}
        refused={why && <span className="hide">{why}</span>}
        onClick={() => landing.land()}
      >
        {merge?.status === 'conflict' || merge?.status === 'ejected' ? 'Land again' : 'Land'}
      </Button>
      {why === undefined && (
        <Menu
          label="How to land"
          entries={(['merge', 'rebase', 'squash'] as const).map(style => ({
            name: `Land ${styleWords[style]}`,
            note: 'left open, flower.yaml decides',
            onChoose: () => landing.land(style),
          }))}
        />
      )}
    </>
  )
}

function placeWords(merge: MergeView): string {
  const { words } = stateOf(merge)
  if (merge.status !== 'queued' || merge.place === null || merge.waits !== undefined) return words
  return merge.place === 1 ? 'lands next' : `is ${ordinal(merge.place)} in the queue`
}

function Queued({ merge, writes, reader }: { merge: MergeView; writes: MergeWrites; reader: Reader }) {
  return (
    <>
      <State state={stateOf(merge).state}>
        <Ref href={`/main#${mergeRef(merge.id)}`}>{mergeRef(merge.id)}</Ref> {placeWords(merge)}
      </State>
      {waitsForWord(merge) && reader.isOperator && (
        <Button small icon="shield" busy={writes.busy} onClick={writes.approve}>
          Approve
        </Button>
      )}
      {isCancellable(merge) && reader.mayWrite && (
        <Button small busy={writes.busy} onClick={writes.cancel}>
          Take it out
        </Button>
      )}
    </>
  )
}

/** It comes back by the reverse of its reverse. */
function WentBack({ back: { by, at }, title, reader }: { back: TakenBack; title: string; reader: Reader }) {
  const [taking, setTaking] = useState(false)
  return (
    <>
      <State state="changes">
        taken back by <Ref href={`/main#${mergeRef(by)}`}>{mergeRef(by)}</Ref>{' '}
        <span className="dim">
          <RelativeTime at={at} ago />
        </span>
      </State>
      {reader.mayWrite && (
        <Button small icon="undo" onClick={() => setTaking(true)}>
          Take {mergeRef(by)} back
        </Button>
      )}
      {taking && <TakeBack mergeId={by} title={title} onClose={() => setTaking(false)} />}
    </>
  )
}

function Landed({ merge, title, reader }: { merge: MergeView; title: string; reader: Reader }) {
  const [taking, setTaking] = useState(false)
  return (
    <>
      <State state="done">
        landed as <Ref href={`/main#${mergeRef(merge.id)}`}>{mergeRef(merge.id)}</Ref>{' '}
        <span className="dim">
          <RelativeTime at={merge.movedAt} ago />
        </span>
      </State>
      {reader.mayWrite && (
        <Button small clay icon="undo" onClick={() => setTaking(true)}>
          Take it back
        </Button>
      )}
      {taking && <TakeBack mergeId={merge.id} title={title} onClose={() => setTaking(false)} />}
    </>
  )
}
