/** An opened dispatch: its attempts with what became of them, its packet word for word, and taking it back. */
import { useState } from 'react'
import type { DispatchView } from '#contract/shapes.ts'
import { dispatchRef } from '#domain/ref.ts'
import { Button } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Tokens } from '../../bloom/figure.tsx'
import { Dialog } from '../../bloom/float/dialog.tsx'
import { State, type WorkState } from '../../bloom/glyph.tsx'
import { Said, Sep } from '../../bloom/mark.tsx'
import { Loading } from '../../bloom/nothing.tsx'
import { Prose } from '../../bloom/text/prose.tsx'
import { Well } from '../../bloom/text/well.tsx'
import { Failure, RefusedNotice } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import { isTaken, useWrite } from '../../house/write.ts'
import { useReader } from '../merge/writes.ts'
import { isLive, newestFirst } from './words.ts'

type Attempt = DispatchView['attempts'][number]

export function DispatchDetail({ dispatch }: { dispatch: DispatchView }) {
  const { data, error, refetch } = useRead('dispatch.show', { dispatchId: dispatch.id })
  const { readsOnly } = useReader()
  const attempts = (data?.dispatch ?? dispatch).attempts
  const name = dispatchRef(dispatch.id)
  return (
    <>
      <div className="attempts is-plain">
        <p className="label">attempts</p>
        {attempts.length === 0 ? (
          <p className="small dim">Nobody has claimed {name} yet.</p>
        ) : (
          <ol>
            {newestFirst(attempts).map(attempt => (
              <AttemptRow key={attempt.id} attempt={attempt} />
            ))}
          </ol>
        )}
        {isLive(dispatch) && !readsOnly && <Cancel dispatch={dispatch} />}
      </div>
      {error ? (
        <Failure error={error} again={() => void refetch()} />
      ) : data === undefined ? (
        <Loading label={`Loading the packet of ${name}`} />
      ) : (
        <Well
          label={`packet of ${name}`}
          text={data.dispatch.packet}
          keys="y"
          copy="Copy packet"
          note={
            <>
              {data.dispatch.template} · <Tokens count={data.dispatch.packetTokens} /> tokens
            </>
          }
        />
      )}
    </>
  )
}

const outcomes: Record<NonNullable<Attempt['outcome']>, WorkState> = {
  done: 'done',
  failed: 'failed',
  released: 'changes',
  lost: 'gone',
  cancelled: 'cancelled',
  relieved: 'done',
}

function AttemptRow({ attempt }: { attempt: Attempt }) {
  const { outcome, reason, endedAt, contextTokens } = attempt
  return (
    <li>
      <span className="at-no">{attempt.number}</span>
      <div className="at-words">
        <State state={outcome === null ? 'running' : outcomes[outcome]}>{outcome ?? 'holds it'}</State>{' '}
        <Said>{attempt.actor}</Said>
        {reason !== null && <span className="mono"> {reason}</span>}
        <span className="dim">
          claimed <RelativeTime at={attempt.claimedAt} ago />
          <Sep />
          {endedAt === null ? (
            <>
              last heard <RelativeTime at={attempt.lastSeenAt} ago />
            </>
          ) : (
            <>
              ended <RelativeTime at={endedAt} ago />
            </>
          )}
          {contextTokens !== null && (
            <>
              <Sep />
              <Tokens count={contextTokens} /> tokens in its context
            </>
          )}
        </span>
        {attempt.summary !== null && <Prose text={attempt.summary} label={`Summary of attempt ${attempt.number}`} />}
        {attempt.note !== null && <Prose text={attempt.note} label={`Note of attempt ${attempt.number}`} />}
        {attempt.evidence.length > 0 && (
          <span className="dim">
            shown by{' '}
            {attempt.evidence.map((each, place) => (
              <span key={`${place} ${each}`}>
                {place > 0 && ', '}
                <Said>{each}</Said>
              </span>
            ))}
          </span>
        )}
      </div>
    </li>
  )
}

/** One that waits is taken back at once; one that an agent holds only after a second look. */
function Cancel({ dispatch }: { dispatch: DispatchView }) {
  const [asking, setAsking] = useState(false)
  const name = dispatchRef(dispatch.id)
  const { write, busy, refused } = useWrite('dispatch.cancel', { done: () => ({ words: `${name} is cancelled.` }) })
  const cancel = () => {
    setAsking(false)
    void isTaken(write({ dispatchId: dispatch.id }))
  }
  return (
    <p className="at-do">
      <Button small clay busy={busy} onClick={() => (dispatch.holder === null ? cancel() : setAsking(true))}>
        Cancel {name}
      </Button>
      {refused && <RefusedNotice said={refused} />}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Take ${name} back?`}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Leave it</Button>
            <Button clay onClick={cancel}>
              Cancel {name}
            </Button>
          </>
        }
      >
        <Said>{dispatch.holder ?? ''}</Said> holds it. What it writes from then on is refused by name; its commits stay.
      </Dialog>
    </p>
  )
}
