/** The questions of this Brief: open ones answered in place, the others folded below. */
import { useEffect, useState } from 'react'
import type { BriefRecall } from '#contract/recall.ts'
import type { DecisionView } from '#contract/shapes.ts'
import { decisionRef } from '#domain/ref.ts'
import { Button, Fold } from '../../bloom/button.tsx'
import { AnsweredDecision, DecisionCard } from '../../bloom/decision.tsx'
import { SetMeter } from '../../bloom/figure.tsx'
import { Said, Sep } from '../../bloom/mark.tsx'
import { AllDone } from '../../bloom/nothing.tsx'
import { Section } from '../../bloom/section.tsx'
import { counted } from '../../bloom/spoken.ts'
import { Prose } from '../../bloom/text/prose.tsx'
import { Words } from '../../house/failures.tsx'
import { isTaken, useWrite } from '../../house/write.ts'
import { KeyHint } from './key-hint.tsx'

export function DecisionsSection({ recall }: { recall: BriefRecall }) {
  const open = recall.decisions.filter(decision => decision.status === 'open')
  const ended = recall.decisions.filter(decision => decision.status !== 'open')
  const [shown, setShown] = useState(false)
  useNamed(ended, () => setShown(true))
  return (
    <Section
      id="decisions"
      eyebrow="waits · on you"
      title="Decisions"
      tools={
        <>
          <Sets decisions={recall.decisions} />
          {open.length > 0 && <KeyHint word="answer" keys="a" />}
        </>
      }
    >
      {open.map((decision, place) => (
        <OpenDecision key={decision.id} decision={decision} here={place === 0} />
      ))}
      {open.length === 0 && <AllDone>Nothing is asked here.</AllDone>}
      {ended.length > 0 && (
        <Fold open={shown} onClick={() => setShown(!shown)}>
          {counted(ended.length, 'decision')} answered or withdrawn
        </Fold>
      )}
      {shown && ended.map(decision => <Ended key={decision.id} decision={decision} />)}
    </Section>
  )
}

/** The address names one of these (`#q12`): the fold is opened, and the reader is brought to it. */
function useNamed(ended: readonly DecisionView[], open: () => void) {
  const [named, setNamed] = useState(window.location.hash)
  useEffect(() => {
    const onHash = () => setNamed(window.location.hash)
    window.addEventListener('hashchange', onHash)
    return () => window.removeEventListener('hashchange', onHash)
  }, [])
  const isHere = ended.some(each => `#${decisionRef(each.id)}` === named)
  useEffect(() => {
    if (!isHere) return
    open()
    requestAnimationFrame(() => document.getElementById(named.slice(1))?.scrollIntoView({ block: 'center' }))
    // Once for each address: whoever folds them again wants them folded.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isHere, named])
}

/** Sets that are released together, as far as they are answered. */
function Sets({ decisions }: { decisions: readonly DecisionView[] }) {
  const names = new Set(decisions.flatMap(({ group }) => (group?.release === 'all' ? [group.name] : [])))
  return [...names].map(name => {
    const members = decisions.filter(each => each.group?.name === name)
    const answered = members.filter(each => each.status !== 'open').length
    return <SetMeter key={name} name={<Said>{name}</Said>} answered={answered} of={members.length} />
  })
}

/** The number keys offer nine. */
const most = 9

/** @param onShut - folds it to a line where the place has one */
export function OpenDecision(props: { decision: DecisionView; here: boolean; onShut?: () => void }) {
  const { decision, here, onShut } = props
  const { id: decisionId, group } = decision
  const name = decisionRef(decisionId)
  const answer = useWrite('decision.answer', { done: () => ({ words: `${name} is answered.` }) })
  const discuss = useWrite('decision.discuss')
  const withdraw = useWrite('decision.withdraw', { done: () => ({ words: `${name} is withdrawn.` }) })
  const refused = answer.refused ?? discuss.refused ?? withdraw.refused
  return (
    <DecisionCard
      id={name}
      here={here}
      question={decision.header}
      askedBy={decision.askedBy}
      askedAt={decision.askedAt}
      meta={
        <>
          {decision.blocking ? 'holds up this Brief' : 'holds nothing up'}
          {decision.assignee !== null && (
            <>
              <Sep />
              asked of <Said>{decision.assignee}</Said>
            </>
          )}
          {group?.release === 'all' && (
            <>
              <Sep />
              released with its set <Said>{group.name}</Said>
            </>
          )}
        </>
      }
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
          <Button look="bare" clay busy={withdraw.busy} onClick={() => void isTaken(withdraw.write({ decisionId }))}>
            Withdraw
          </Button>
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

function Ended({ decision }: { decision: DecisionView }) {
  const { status, option, answer, answeredBy, answeredAt, askedBy, askedAt, releasedAt } = decision
  const said = [option, answer].filter(word => word !== null && word !== '').join(': ')
  const withdrawn = status === 'withdrawn' ? `withdrawn${said === '' ? '' : `: ${said}`}` : said
  return (
    <AnsweredDecision
      id={decisionRef(decision.id)}
      question={decision.header}
      answer={<Said>{withdrawn}</Said>}
      by={answeredBy ?? askedBy}
      at={answeredAt ?? askedAt}
      meta={releasedAt === null ? 'waits for its set' : undefined}
    />
  )
}
