import { useState } from 'react'
import { Button } from '../button.tsx'
import { AnsweredDecision, DecisionCard } from '../decision.tsx'
import { SetMeter } from '../figure.tsx'
import { Ref, Sep } from '../mark.tsx'
import { Need } from '../need.tsx'
import { Section } from '../section.tsx'
import { ago } from './piece.tsx'

const nothing = () => {}

export function Needs() {
  return (
    <Section id="needs" eyebrow="waits · on you" title="Needs you">
      <ol className="needs">
        <Need
          kind="incident"
          title="Search answers slowly since m43 landed"
          meta={
            <>
              i9
              <Sep />
              1.9 s where 0.8 s is allowed
            </>
          }
          actions={
            <>
              <Button>Revert m43</Button>
              <Button look="bare">Acknowledge</Button>
            </>
          }
        />
        <Need
          here
          kind="approval"
          title="Run 2 migrations after m44 lands?"
          meta="q14 by merge-queue"
          actions={<Button>Approve</Button>}
        />
      </ol>
    </Section>
  )
}

export function Decisions() {
  const [answer, setAnswer] = useState<string | null>(null)
  return (
    <Section
      id="decisions"
      eyebrow="waits · on you"
      title="Decisions"
      tools={<SetMeter name="lanes" answered={1} of={2} />}
    >
      <DecisionCard
        id="q12"
        question="How many lanes stand at all times?"
        askedBy="agent:flower-orchestrator"
        askedAt={ago(130)}
        meta={
          <>
            holds up <Ref href="/briefs/31">#31</Ref>
          </>
        }
        chosen="2"
        options={[
          { key: '1', label: 'One', note: 'everything else on demand.' },
          { key: '2', label: 'Three', note: 'and bursts on demand.', proposed: true },
          { key: '3', label: 'One for each open epic.', note: 'Most parallel.' },
        ]}
        said={[{ id: 'e1', actor: 'operator:ben', at: ago(60), text: 'Three, if ops counts as a follower.' }]}
        onAnswer={given => setAnswer(given.option)}
        onDiscuss={nothing}
      >
        <p>The work falls into backend, design and ops. A standing lane keeps warm context but fills up.</p>
      </DecisionCard>
      <p role="status" className="small dim">
        {answer !== null && `answered with ${answer}`}
      </p>
      <DecisionCard
        id="q15"
        question="Which service keeps the port?"
        askedBy="agent:flower-codex"
        askedAt={ago(20)}
        meta="holds nothing up"
        options={[
          { key: '1', label: 'web' },
          { key: '2', label: 'api' },
        ]}
        refused="You read here: an operator answers it."
        onAnswer={nothing}
        onDiscuss={nothing}
      />
      <AnsweredDecision
        id="q11"
        withdrawn
        question="Do ops and design share a worktree?"
        answer="withdrawn"
        by="agent:flower-orchestrator"
        at={ago(90)}
        more={
          <span>
            on <Ref href="/briefs/4">#4</Ref> Worktree-isolated active work
          </span>
        }
      />
      <AnsweredDecision
        id="q13"
        question="Does the ops follower get secrets?"
        answer="No, code only."
        by="operator:ada"
        at={ago(64)}
        meta="released with q12"
      />
    </Section>
  )
}
