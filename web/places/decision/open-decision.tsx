/** An open question with its options, its talk and the ways to end it, wherever it stands. */
import type { ReactNode } from 'react'
import type { DecisionView } from '#contract/shapes.ts'
import { decisionRef, dispatchRef } from '#domain/ref.ts'
import { Button } from '../../bloom/button.tsx'
import { DecisionCard } from '../../bloom/decision.tsx'
import { Said, Sep } from '../../bloom/mark.tsx'
import { Prose } from '../../bloom/text/prose.tsx'
import { Words } from '../../house/words.tsx'
import { useWrite } from '../../house/write.ts'
import { useReader } from '../merge/writes.ts'
import { useAnswer } from './answering.ts'
import { Withdraw } from './withdraw.tsx'

/** The number keys offer nine. */
const most = 9

export type OpenDecisionProps = {
  decision: DecisionView
  here: boolean
  /** Where it was asked, in a place that holds more than one Brief. */
  provenance?: ReactNode
  /** Its asker does nothing until it is answered. */
  holdsAgent?: boolean
  /** Folds it to a line where the place has one. */
  onShut?: () => void
}

export function OpenDecision({ decision, here, provenance, holdsAgent, onShut }: OpenDecisionProps) {
  const { id: decisionId } = decision
  const name = decisionRef(decisionId)
  const { me, mayWrite } = useReader()
  const answer = useAnswer(decision)
  const discuss = useWrite('decision.discuss')
  const refused = answer.refused ?? discuss.refused
  return (
    <DecisionCard
      id={name}
      here={here}
      question={decision.header}
      askedBy={decision.askedBy}
      askedAt={decision.askedAt}
      meta={<Facts decision={decision} provenance={provenance} holdsAgent={holdsAgent} />}
      options={decision.options.slice(0, most).map(({ label, detail }, place) => ({
        key: String(place + 1),
        label,
        note: detail,
      }))}
      said={decision.discussion.map((post, place) => ({
        id: `${place} ${post.at}`,
        actor: post.actor,
        at: post.at,
        text: <Prose text={post.body} />,
      }))}
      busy={answer.busy || discuss.busy}
      // Until it is known who reads, nobody is refused.
      refused={mayWrite || me === undefined ? undefined : 'You read here: an operator answers it.'}
      refusedNotice={refused && <Words text={`${refused.sentence} ${refused.next}`} />}
      onAnswer={({ option, note }) =>
        answer.write({
          decisionId,
          option: option === null ? undefined : Number(option),
          answer: note === '' ? undefined : note,
        })
      }
      onDiscuss={body => discuss.write({ decisionId, body })}
      more={
        <>
          <Withdraw decision={decision} />
          {onShut && (
            <Button look="bare" onClick={onShut}>
              Fold
            </Button>
          )}
        </>
      }
    >
      {decision.body.trim() !== '' && <Prose text={decision.body} label={`What ${name} asks`} />}
    </DecisionCard>
  )
}

function Facts({ decision, provenance, holdsAgent }: Omit<OpenDecisionProps, 'here' | 'onShut'>) {
  const { blocking, briefId, holdsUp, assignee, group } = decision
  const holdsBrief = `holds up ${provenance === undefined ? 'this' : 'its'} Brief`
  return (
    <>
      {provenance !== undefined && (
        <>
          {provenance}
          <Sep />
        </>
      )}
      {blocking && briefId !== null
        ? holdsBrief
        : holdsUp !== null
          ? `holds up ${dispatchRef(holdsUp)}`
          : holdsAgent
            ? 'holds up its agent'
            : 'holds nothing up'}
      {assignee !== null && (
        <>
          <Sep />
          asked of <Said>{assignee}</Said>
        </>
      )}
      {group?.release === 'all' && (
        <>
          <Sep />
          released with its set <Said>{group.name}</Said>
        </>
      )}
    </>
  )
}
