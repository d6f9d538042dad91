/** A question in one line with its answers; opened it has its text, its talk, and room for a word. */
import type { DecisionView } from '#contract/shapes.ts'
import { briefRef, decisionRef } from '#domain/ref.ts'
import { Button, Kbd } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { useKeys } from '../../bloom/keys.ts'
import { Ref, Said, Sep } from '../../bloom/mark.tsx'
import { Need } from '../../bloom/need.tsx'
import { bareName } from '../../bloom/spoken.ts'
import { RefusedNotice } from '../../house/failures.tsx'
import { isTaken } from '../../house/write.ts'
import { useAnswer } from '../decision/answering.ts'
import { OpenDecision } from '../decision/open-decision.tsx'
import type { Of } from './need-row.tsx'

/** More than these are read before they are answered. */
const most = 3

export function DecisionNeed(props: Of<'decision'>) {
  const { need, reader, here, open, onToggle } = props
  const { decision, agent } = need
  const name = decisionRef(decision.id)
  const answer = useAnswer(decision)
  const options = reader.mayWrite && decision.options.length <= most ? decision.options : []
  const give = (place: number) => void isTaken(answer.write({ decisionId: decision.id, option: place + 1 }))
  useAnswerKeys(here && !open && !answer.busy ? options.length : 0, give)
  if (open)
    return (
      <li className="need-open">
        <OpenDecision decision={decision} here={here} holdsAgent={agent !== undefined} onShut={onToggle} />
      </li>
    )
  return (
    <Need
      kind={agent ? 'permission' : decision.askedBy.startsWith('system:') ? 'approval' : 'decision'}
      here={here}
      title={<Said>{decision.header}</Said>}
      meta={<Meta decision={decision} />}
      actions={
        <>
          {options.map(({ label }, place) => (
            <Button key={label} busy={answer.busy} aria-label={`Answer ${name}: ${label}`} onClick={() => give(place)}>
              {here && <Kbd>{String(place + 1)}</Kbd>} <Said>{label}</Said>
            </Button>
          ))}
          <Button
            look={options.length > 0 ? 'bare' : 'line'}
            aria-expanded={false}
            aria-label={`Read ${name}`}
            onClick={onToggle}
          >
            {options.length > 0 || !reader.mayWrite ? 'Read' : 'Read and answer'}
          </Button>
        </>
      }
    >
      {answer.refused && <RefusedNotice said={answer.refused} />}
    </Need>
  )
}

function Meta({ decision: { id, briefId, askedBy, blocking, askedAt, assignee } }: { decision: DecisionView }) {
  return (
    <>
      {decisionRef(id)}
      {briefId !== null && (
        <>
          {' '}
          on <Ref href={`/briefs/${briefId}#${decisionRef(id)}`}>{briefRef(briefId)}</Ref>
        </>
      )}{' '}
      by <Said>{bareName(askedBy)}</Said>
      {blocking && (
        <>
          <Sep />
          holds it up
        </>
      )}
      {assignee !== null && (
        <>
          <Sep />
          asked of <Said>{bareName(assignee)}</Said>
        </>
      )}
      <Sep />
      <RelativeTime at={askedAt} />
    </>
  )
}

/** `1` to `3` answer the question that the keyboard is on. */
function useAnswerKeys(count: number, give: (place: number) => void): void {
  useKeys(
    Array.from({ length: count }, (_, place) => ({
      keys: String(place + 1),
      words: 'answer the question',
      act: () => give(place),
    })),
  )
}
