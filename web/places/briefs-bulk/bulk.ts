/** Doing one thing with all that are chosen: its progress, its end in one sentence, and its undo. */
import { useEffect, useRef, useState } from 'react'
import type { BriefRow } from '#contract/shapes.ts'
import { type Said, saidOf } from '../../house/failures.tsx'
import { sayDone } from '../../house/toasts.tsx'
import type { BulkAction } from './actions.ts'
import { type Outcome, runEach } from './run-each.ts'

/** Writes that are under way together. */
const atOnce = 4

export type Refused = { row: BriefRow; said: Said }
export type Running = { words: string; count: number; of: number; stop: () => void }
/** The end of one that was not taken by all. */
export type Ended = { words: string; refused: readonly Refused[]; undo: (() => void) | undefined }

type Undos = readonly { row: BriefRow; undo: () => Promise<unknown> }[]

export function useBulk() {
  const [running, setRunning] = useState<Running>()
  const [ended, setEnded] = useState<Ended>()
  const isBusy = useRef(false)
  const under = useRef(Promise.resolve())
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const run = (action: BulkAction, rows: readonly BriefRow[]): void => {
    if (isBusy.current || rows.length === 0) return
    isBusy.current = true
    under.current = work(action, rows)
  }

  const work = async (action: BulkAction, rows: readonly BriefRow[]) => {
    const over = new AbortController()
    const progress = (count: number) =>
      setRunning({ words: action.doing, count, of: rows.length, stop: () => over.abort() })
    setEnded(undefined)
    progress(0)
    const outcomes = await runEach(rows, action.work, { atOnce, signal: over.signal, onDone: progress })
    isBusy.current = false
    setRunning(undefined)
    tell(action, outcomes, rows.length)
  }

  /** What is under way ends first. */
  const takeBack = (undos: Undos) =>
    void under.current.then(() =>
      run(
        undoing(undos),
        undos.map(each => each.row),
      ),
    )

  const tell = (action: BulkAction, outcomes: readonly Outcome<BriefRow, unknown>[], of: number) => {
    const taken = outcomes.filter(each => each.ok)
    const refused = outcomes.flatMap(each => (each.ok ? [] : [{ row: each.item, said: saidOf(each.reason) }]))
    const undos = taken.flatMap(({ item, answer }) =>
      typeof answer === 'function' ? [{ row: item, undo: answer as () => Promise<unknown> }] : [],
    )
    const undo = undos.length === 0 ? undefined : () => takeBack(undos)
    const words = [
      `${taken.length} ${action.done}`,
      refused.length > 0 && `${refused.length} refused`,
      outcomes.length < of && `${of - outcomes.length} left alone`,
    ]
    const sentence = words.filter(Boolean).join(', ')
    const named = refused.map(each => `#${each.row.id}`).join(', ')
    if (refused.length === 0) sayDone(sentence, undo)
    // Who has gone elsewhere hears of it there.
    else if (!isHere.current) sayDone(`${sentence}: ${named}`, undo)
    else setEnded({ words: sentence, refused, undo })
  }
  return { running, ended, run, close: () => setEnded(undefined) }
}

const undoing = (undos: Undos): BulkAction => ({
  doing: 'taking back',
  done: 'taken back',
  work: async row => {
    await undos.find(each => each.row.id === row.id)?.undo()
    return undefined
  },
})
