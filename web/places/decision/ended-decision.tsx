/** A question that is answered or withdrawn, in a line; what was asked and said unfolds below it. */
import { type ReactNode, useState } from 'react'
import type { DecisionView } from '#contract/shapes.ts'
import { decisionRef } from '#domain/ref.ts'
import { Button, Fold } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { AnsweredDecision } from '../../bloom/decision.tsx'
import { Said } from '../../bloom/mark.tsx'
import { bareName } from '../../bloom/spoken.ts'
import { Prose } from '../../bloom/text/prose.tsx'
import { isTaken, useWrite } from '../../house/write.ts'

/** @param provenance - where it was asked, in a place that holds more than one Brief */
export function EndedDecision(props: { decision: DecisionView; me: string | undefined; provenance?: ReactNode }) {
  const { decision, me, provenance } = props
  const { id, status, option, answer, answeredBy, answeredAt, askedBy, askedAt } = decision
  const said = [option, answer].filter(word => word !== null && word !== '').join(': ')
  const isWithdrawn = status === 'withdrawn'
  return (
    <AnsweredDecision
      id={decisionRef(id)}
      withdrawn={isWithdrawn}
      question={decision.header}
      answer={
        <>
          {isWithdrawn && (said === '' ? 'withdrawn' : 'withdrawn: ')}
          <Said>{said}</Said>
        </>
      }
      by={answeredBy ?? askedBy}
      at={answeredAt ?? askedAt}
      meta={sinceThen(decision)}
      more={
        <>
          {provenance}
          {askedBy === me && status === 'answered' && <Acknowledge decision={decision} />}
          <Asked decision={decision} />
        </>
      }
    />
  )
}

/** Whether its asker may act on it, and has read it. */
function sinceThen({ status, releasedAt, acknowledgedAt, askedBy }: DecisionView): ReactNode {
  if (releasedAt === null) return 'waits for its set'
  // What the house asks it acts on at once.
  if (status === 'withdrawn' || askedBy.startsWith('system:')) return undefined
  if (acknowledgedAt === null)
    return (
      <>
        not read yet by <Said>{bareName(askedBy)}</Said>
      </>
    )
  return (
    <>
      read <RelativeTime at={acknowledgedAt} ago />
    </>
  )
}

/** Only who asked can say that they have read it. */
function Acknowledge({ decision: { id: decisionId, acknowledgedAt } }: { decision: DecisionView }) {
  const { write, busy, refused } = useWrite('decision.ack')
  if (acknowledgedAt !== null) return null
  return (
    <>
      <Button
        small
        busy={busy}
        aria-label={`Acknowledge ${decisionRef(decisionId)}`}
        onClick={() => void isTaken(write({ decisionId }))}
      >
        Acknowledge
      </Button>
      {refused && <span className="clay-ink small">{refused.sentence}</span>}
    </>
  )
}

function Asked({ decision }: { decision: DecisionView }) {
  const { id, body, options, discussion } = decision
  const [open, setOpen] = useState(false)
  if (body.trim() === '' && discussion.length === 0 && options.length === 0) return null
  return (
    <>
      <Fold open={open} aria-label={`What was asked and said of ${decisionRef(id)}`} onClick={() => setOpen(!open)}>
        asked and said
      </Fold>
      {open && (
        <div className="decision-past">
          {body.trim() !== '' && <Prose text={body} />}
          {options.length > 0 && (
            <p className="small">
              <span className="dim">offered:</span> <Said>{options.map(({ label }) => label).join(' · ')}</Said>
            </p>
          )}
          {discussion.map((post, place) => (
            <div key={`${place} ${post.at}`} className="said" dir="auto">
              <span className="dim">
                <Said>{post.actor}</Said> <RelativeTime at={post.at} />
              </span>{' '}
              <Prose text={post.body} />
            </div>
          ))}
        </div>
      )}
    </>
  )
}
