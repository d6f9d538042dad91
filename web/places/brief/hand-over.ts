/** How the next hand-over of this Brief is meant, and handing it over. */
import { useRef, useState } from 'react'
import type { Input } from '#contract/catalogue.ts'
import { dispatchRef } from '#domain/ref.ts'
import type { Said } from '../../house/failures.tsx'
import { isTaken, useWrite } from '../../house/write.ts'
import { useHasSpecDraft } from '../brief-spec/spec-draft.ts'
import { useTakeBack } from './take-back.ts'
import { type BriefHead, whyNotDispatched } from './words.ts'

type Asked = Input<'brief.dispatch'>
export type Leg = NonNullable<Asked['leg']>
export type Kind = NonNullable<Asked['kind']>

/** `due`: the house takes the leg that comes next. */
export type HandOverOptions = { leg: Leg | 'due'; kind: Kind; harness: string; branch: string; note: string }

export type HandOver = {
  options: HandOverOptions
  change: (part: Partial<HandOverOptions>) => void
  /** Why it can't be handed over now, in words. */
  why: string | undefined
  refused: Said | undefined
  busy: boolean
  /** The spec has a draft that its agent would not see; somebody asked for a hand-over all the same. */
  leavesDraft: boolean
  dispatch: () => void
  review: () => void
  /** Does what was asked for, without the draft. */
  goOn: () => void
}

const fresh: HandOverOptions = { leg: 'due', kind: 'fresh', harness: '', branch: '', note: '' }

/** An empty field is one that was not given. */
const given = (text: string): string | undefined => text.trim() || undefined

export function useHandOver(brief: BriefHead): HandOver {
  const [options, setOptions] = useState(fresh)
  const [asked, setAsked] = useState<'dispatch' | 'review'>()
  const briefId = brief.id
  const hasDraft = useHasSpecDraft(briefId)
  const { takeBack, refused: notUndone } = useTakeBack()
  const before = useRef(brief.status)
  const undo = (dispatchId: number) => {
    const stood = before.current
    return () => void isTaken(takeBack(briefId, dispatchId, stood))
  }
  const hand = useWrite('brief.dispatch', {
    done: ({ dispatchId, leg }) => ({
      words: `${dispatchRef(dispatchId)} waits for an agent: ${leg}.`,
      undo: undo(dispatchId),
    }),
  })
  const review = useWrite('review.request', {
    done: ({ dispatchId }) => ({
      words: `${dispatchRef(dispatchId)} waits for a reviewer.`,
      undo: undo(dispatchId),
    }),
  })
  const why = whyNotDispatched(brief)
  const input: Asked = {
    briefId,
    leg: options.leg === 'due' ? undefined : options.leg,
    kind: options.kind,
    harness: given(options.harness),
    branch: given(options.branch),
    note: given(options.note),
  }
  const ways = {
    dispatch: () => {
      if (why === undefined && !hand.busy)
        void isTaken(hand.write(input)).then(taken => taken && setOptions(before => ({ ...before, note: '' })))
    },
    review: () => void isTaken(review.write({ briefId, note: given(options.note) })),
  }
  const handOver = (way: keyof typeof ways) => {
    before.current = brief.status
    setAsked(undefined)
    ways[way]()
  }
  const unlessDrafted = (way: keyof typeof ways) => () => (hasDraft ? setAsked(way) : handOver(way))
  return {
    options,
    change: part => setOptions(before => ({ ...before, ...part })),
    why,
    refused: hand.refused ?? review.refused ?? notUndone,
    busy: hand.busy || review.busy,
    leavesDraft: hasDraft && asked !== undefined,
    dispatch: unlessDrafted('dispatch'),
    review: unlessDrafted('review'),
    goOn: () => asked && handOver(asked),
  }
}
