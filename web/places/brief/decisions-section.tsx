/** The questions of this Brief: open ones answered in place, the others folded below. */
import { useEffect, useState } from 'react'
import type { BriefRecall } from '#contract/recall.ts'
import type { DecisionView } from '#contract/shapes.ts'
import { decisionRef } from '#domain/ref.ts'
import { Fold } from '../../bloom/button.tsx'
import { SetMeter } from '../../bloom/figure.tsx'
import { Said } from '../../bloom/mark.tsx'
import { AllDone } from '../../bloom/nothing.tsx'
import { Section } from '../../bloom/section.tsx'
import { counted } from '../../bloom/spoken.ts'
import { EndedDecision } from '../decision/ended-decision.tsx'
import { OpenDecision } from '../decision/open-decision.tsx'
import { setsOf } from '../decision/sets.ts'
import { useReader } from '../merge/writes.ts'
import { KeyHint } from './key-hint.tsx'

export function DecisionsSection({ recall }: { recall: BriefRecall }) {
  // As Decisions has them: who waits longest comes first.
  const open = recall.decisions.filter(decision => decision.status === 'open').toSorted((a, b) => a.id - b.id)
  const ended = recall.decisions.filter(decision => decision.status !== 'open')
  const { me, readsOnly } = useReader()
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
          {open.length > 0 && !readsOnly && <KeyHint word="answer" keys="a" />}
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
      {shown && ended.map(decision => <EndedDecision key={decision.id} decision={decision} me={me} />)}
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
  return setsOf(decisions)
    .filter(({ release }) => release === 'all')
    .map(({ key, name, members, ended }) => (
      <SetMeter key={key} name={<Said>{name}</Said>} answered={ended} of={members.length} />
    ))
}
