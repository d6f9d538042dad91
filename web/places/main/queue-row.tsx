import type { ReactNode } from 'react'
import type { MergeView } from '#contract/shapes.ts'
import { briefRef, ref } from '#domain/ref.ts'
import { Button } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { State } from '../../bloom/glyph.tsx'
import { Icon } from '../../bloom/icon.tsx'
import { Ref, Said, Sep } from '../../bloom/mark.tsx'
import { counted } from '../../bloom/spoken.ts'
import { RefusedNotice, Words } from '../../house/failures.tsx'
import { Gates, useGates } from '../merge/gates.tsx'
import { BranchName, MeetingFiles, type Overlap } from '../merge/overlap.tsx'
import { isCancellable, isOut, mergeRef, short, stateOf, styleWords, takesBack, waitsForWord } from '../merge/words.ts'
import { type MergeWrites, useMergeWrites } from '../merge/writes.ts'
import type { Ground } from './ground.ts'

export type QueueRowProps = {
  merge: MergeView
  /** Those that its branch is in. */
  overlaps: readonly Overlap[]
  ground: Ground
  /** Something has just happened to it. */
  isNew: boolean
  isHere: boolean
  isOpen: boolean
  onToggle: (key: string) => void
}

/** A submission: what it is, where it stands, why it waits, what its gates say and whom it would meet. */
export function QueueRow(props: QueueRowProps) {
  const { merge, ground, isOpen, isHere } = props
  const writes = useMergeWrites(merge, ground.reader)
  const name = mergeRef(merge.id)
  const { state, words } = stateOf(merge)
  const classes = ['merge', props.isNew && 'is-new', isHere && 'is-here']
  return (
    <li id={name} className={classes.filter(Boolean).join(' ')} aria-current={isHere || undefined}>
      <div className="merge-line">
        <button type="button" className="m-open" aria-expanded={isOpen} onClick={() => props.onToggle(name)}>
          {name} <Icon name={isOpen ? 'down' : 'right'} />
        </button>
        <Title merge={merge} />
        <span className="m-state">
          <State state={state}>{words}</State>
        </span>
        <span className="m-age num small dim">
          <RelativeTime at={isOut(merge) ? merge.movedAt : merge.submittedAt} />
        </span>
        <Acts merge={merge} ground={ground} writes={writes} />
      </div>
      <p className="m-under small dim">
        <Facts merge={merge} ground={ground} />
      </p>
      <Waits merge={merge} halt={ground.halt} />
      <Lost merge={merge} />
      {(isOpen || merge.status === 'testing') && <MergeGates merge={merge} />}
      {props.overlaps.map(overlap => (
        <Meets key={`${overlap.branch} ${overlap.with}`} overlap={overlap} merge={merge} ground={ground} />
      ))}
      {isOpen && <Detail merge={merge} />}
      {writes.refused && <RefusedNotice said={writes.refused} />}
    </li>
  )
}

export function Title({ merge }: { merge: Pick<MergeView, 'briefId' | 'title' | 'branch'> }) {
  const back = takesBack(merge.branch)
  if (back !== undefined)
    return (
      <span className="merge-title">
        takes <Ref href={`/main#${mergeRef(back)}`}>{mergeRef(back)}</Ref> back
      </span>
    )
  if (merge.briefId === null)
    return (
      <span className="merge-title mono">
        <Said>{merge.branch}</Said>
      </span>
    )
  return (
    <span className="merge-title" title={merge.title ?? undefined}>
      <a href={`/briefs/${merge.briefId}#changes`}>
        <span className="dim">{briefRef(merge.briefId)}</span> <Said>{merge.title ?? merge.branch}</Said>
      </a>
    </span>
  )
}

/** What can be done with it, beside it. */
function Acts({ merge, ground: { reader }, writes }: { merge: MergeView; ground: Ground; writes: MergeWrites }) {
  const name = <span className="hide"> {mergeRef(merge.id)}</span>
  if (!reader.mayWrite) return <span className="m-acts" />
  return (
    <span className="m-acts">
      {waitsForWord(merge) && reader.isOperator && (
        <Button small icon="shield" busy={writes.busy} onClick={writes.approve}>
          Approve{name}
        </Button>
      )}
      {isCancellable(merge) && (
        <Button small look="bare" busy={writes.busy} onClick={writes.cancel}>
          Take out{name}
        </Button>
      )}
      {isOut(merge) && (
        <Button small busy={writes.busy} onClick={writes.retry}>
          Put in again{name}
        </Button>
      )}
    </span>
  )
}

function Facts({ merge, ground }: { merge: MergeView; ground: Ground }) {
  const { branch, briefId, tip, target, style, submittedBy, priority, attempts } = merge
  const facts: ReactNode[] = [
    briefId !== null && (
      <span className="mono" title={branch}>
        <Said>{branch}</Said>
      </span>
    ),
    <span key="tip" className="mono">
      {short(tip)}
    </span>,
    target !== ground.branch && (
      <span>
        into{' '}
        <span className="mono">
          <Said>{target}</Said>
        </span>
      </span>
    ),
    styleWords[style],
    <span key="by">
      by <Said>{submittedBy}</Said>
    </span>,
    priority !== usual && `priority ${priority}`,
    attempts > 0 && `sent back ${counted(attempts, 'time')}`,
  ].filter(fact => fact !== false)
  return facts.map((fact, place) => (
    <span key={place}>
      {place > 0 && <Sep />}
      {fact}
    </span>
  ))
}

/** Of a Brief to which nobody has given another one. */
const usual = 2

/** What holds all of them up is said above, once. */
function Waits({ merge, halt }: { merge: MergeView; halt: string | undefined }) {
  const why = merge.waits ?? merge.reason
  if (!why || why === halt) return null
  return (
    <p className={isOut(merge) ? 'm-why clay-ink' : 'm-why'}>
      <Said>
        <Words text={why} />
      </Said>
    </p>
  )
}

/** What git doesn't bring again, and nobody sees in the branch. */
function Lost({ merge: { lost } }: { merge: MergeView }) {
  return lost?.map(({ mergeId, by }) => (
    <p key={mergeId} className="m-under small amber-ink">
      What {mergeRef(mergeId)} brought of this branch was taken back by {mergeRef(by)} and does not come back with it.
    </p>
  ))
}

function MergeGates({ merge }: { merge: MergeView }) {
  const gates = useGates(merge)
  if (gates === undefined) return <p className="m-under small dim">Reading its gates …</p>
  if (gates.length === 0)
    return (
      <p className="m-under small dim">
        {isOut(merge) ? 'No gate has judged it.' : 'flower.yaml of MAIN names no gate: it lands when it merges.'}
      </p>
    )
  return <Gates gates={gates} label={`Gates of ${mergeRef(merge.id)}`} />
}

/** A branch that it would meet, told from this one's side. */
function Meets({ overlap, merge, ground }: { overlap: Overlap; merge: MergeView; ground: Ground }) {
  const other = overlap.branch === merge.branch ? overlap.with : overlap.branch
  return (
    <p className="m-under small">
      <State state={overlap.conflicts ? 'blocked' : 'waits'} tone={overlap.conflicts ? 'clay' : 'amber'}>
        {overlap.conflicts ? 'conflicts with' : 'touches the same as'}
      </State>{' '}
      <BranchName branch={other} branches={ground.branches} /> in <MeetingFiles files={overlap.files} />
    </p>
  )
}

function Detail({ merge }: { merge: MergeView }) {
  const { tip, worktreeId, guarded, approvedBy, submittedAt, heldAt } = merge
  return (
    <dl className="facts" aria-label={`${mergeRef(merge.id)} in full`}>
      <div>
        <dt>pinned</dt>
        <dd className="mono">{tip}</dd>
      </div>
      <div>
        <dt>came in</dt>
        <dd>
          <RelativeTime at={submittedAt} ago />
        </dd>
      </div>
      {worktreeId !== null && (
        <div>
          <dt>worktree</dt>
          <dd>
            <Ref href={`/fleet#${ref('worktree', worktreeId)}`}>{ref('worktree', worktreeId)}</Ref>
          </dd>
        </div>
      )}
      {guarded.length > 0 && (
        <div>
          <dt>changes</dt>
          <dd>
            <Said>{guarded.join(', ')}</Said>
            {approvedBy === null ? ', which an operator approves' : ', approved by '}
            {approvedBy !== null && <Said>{approvedBy}</Said>}
          </dd>
        </div>
      )}
      {heldAt !== null && (
        <div>
          <dt>held</dt>
          <dd>
            until its target has moved on from <span className="mono">{short(heldAt)}</span>
          </dd>
        </div>
      )}
    </dl>
  )
}
