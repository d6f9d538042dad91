/** What follows a landing: commands of flower.yaml and the push, some of which wait for a word. */
import { useState } from 'react'
import type { LandingView, StepView } from '#contract/shapes.ts'
import { decisionRef } from '#domain/ref.ts'
import { Button, Fold } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { State, type WorkState } from '../../bloom/glyph.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Well } from '../../bloom/text/well.tsx'
import { RefusedNotice } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import { isTaken, useWrite } from '../../house/write.ts'
import type { Reader } from './writes.ts'

const states: Record<StepView['status'], { state: WorkState; words: string }> = {
  asked: { state: 'waits', words: 'waits for your word' },
  due: { state: 'queued', words: 'next' },
  running: { state: 'running', words: 'runs' },
  done: { state: 'done', words: 'done' },
  failed: { state: 'failed', words: 'failed' },
  declined: { state: 'cancelled', words: 'left out' },
  interrupted: { state: 'failed', words: 'cut off' },
}

export const needsWord = ({ steps }: LandingView): boolean => steps.some(({ status }) => status === 'asked')

export function Steps({ landing, reader }: { landing: LandingView; reader: Reader }) {
  if (landing.steps.length === 0) return null
  return (
    <ul className="after" aria-label="What follows it">
      {landing.steps.map(step => (
        <Step key={step.id} step={step} project={landing.project} reader={reader} />
      ))}
    </ul>
  )
}

function Step({ step, project, reader }: { step: StepView; project: string; reader: Reader }) {
  const [open, setOpen] = useState(false)
  const { name, status, exitCode, lines, movedAt } = step
  const { state, words } = states[status]
  return (
    <li>
      <State state={state}>
        <Said>{name}</Said> <span className={state === 'failed' ? 'clay-ink' : 'dim'}>{words}</span>
        {exitCode !== null && exitCode !== 0 && <span className="dim"> with {exitCode}</span>}
      </State>
      <span className="dim small">
        <RelativeTime at={movedAt} ago />
      </span>
      {lines.length > 0 && (
        <Fold open={open} aria-label={`Log of ${name}`} onClick={() => setOpen(!open)}>
          log
        </Fold>
      )}
      {status === 'asked' && step.decisionId !== null && (
        <Word decisionId={step.decisionId} project={project} reader={reader} />
      )}
      {open && <Well label={`last lines of ${name}`} text={lines.join('\n')} lines={30} copy="Copy the lines" />}
    </li>
  )
}

/** The question of a step, answered here. */
function Word({ decisionId, project, reader }: { decisionId: number; project: string; reader: Reader }) {
  const open = useRead('recall.decisions', { project, status: 'open' }).data?.items
  const { write, busy, refused } = useWrite('decision.answer', {
    done: () => ({ words: `${decisionRef(decisionId)} is answered.` }),
  })
  const question = open?.find(each => each.id === decisionId)
  if (open === undefined) return null
  if (question === undefined) return <span className="dim small">{decisionRef(decisionId)} is answered</span>
  if (!reader.isOperator) return <span className="dim small">{decisionRef(decisionId)}: an operator answers it</span>
  return (
    <>
      {question.options.map(({ label }, at) => (
        <Button key={label} small busy={busy} onClick={() => void isTaken(write({ decisionId, option: at + 1 }))}>
          {label}
          <span className="hide">: {question.header}</span>
        </Button>
      ))}
      {refused && <RefusedNotice said={refused} />}
    </>
  )
}
