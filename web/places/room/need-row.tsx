/** One thing that waits for a person, and its answer in place. */
import type { MainView } from '#contract/shapes.ts'
import { briefRef } from '#domain/ref.ts'
import { Button } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Ref, Said, Sep } from '../../bloom/mark.tsx'
import { Need } from '../../bloom/need.tsx'
import { counted } from '../../bloom/spoken.ts'
import { RefusedNotice } from '../../house/failures.tsx'
import { Words } from '../../house/words.tsx'
import { isTaken, useWrite } from '../../house/write.ts'
import { Commands } from '../fleet-hands/trust.tsx'
import { LandAgain, lostWords } from '../main/lost.tsx'
import { standingOf } from '../main/words.ts'
import { GateLog } from '../merge/gates.tsx'
import { few, mergeRef } from '../merge/words.ts'
import { type Reader, useMergeWrites } from '../merge/writes.ts'
import { AgentNeed } from './agent-need.tsx'
import { DecisionNeed } from './decision-need.tsx'
import { isAstray, type Needed } from './needs.ts'

export type NeedProps = {
  reader: Reader
  /** The keyboard is on it. */
  here: boolean
  open: boolean
  onToggle: () => void
}

export type Of<Kind extends Needed['kind']> = NeedProps & { need: Extract<Needed, { kind: Kind }> }

export function NeedRow(props: NeedProps & { need: Needed }) {
  const { need, ...rest } = props
  if (need.kind === 'decision') return <DecisionNeed need={need} {...rest} />
  if (need.kind === 'agent') return <AgentNeed agent={need.agent} {...rest} />
  if (need.kind === 'merge') return <MergeNeed need={need} {...rest} />
  if (need.kind === 'trust') return <TrustNeed need={need} {...rest} />
  if (need.kind === 'brief') return <BriefNeed need={need} {...rest} />
  if (need.kind === 'loop') return <LoopNeed need={need} {...rest} />
  return <MainNeed need={need} {...rest} />
}

type Red = NonNullable<MainView['red']>

const anOperator = 'an operator has to do it'

function MainNeed(props: Of<'main'>) {
  const { main } = props.need
  const { standing, project, red, lost } = main
  if (red && !isAstray(main)) return <RedNeed {...props} red={red} />
  if (lost && !isAstray(main)) return <LostNeed {...props} lost={lost} />
  return (
    <Need
      kind="incident"
      here={props.here}
      title={
        <>
          MAIN of <Said>{project}</Said> is {standingOf(main).words}
        </>
      }
      meta={
        <>
          nothing lands until it is put right
          {standing && standing.changed > 0 && (
            <>
              <Sep />
              <Said>{few(standing.files, standing.changed)}</Said>
            </>
          )}
        </>
      }
      actions={
        <a className="btn btn-line" href={`/main?project=${project}`}>
          Put it right
        </a>
      }
    />
  )
}

function LostNeed({ need: { main }, reader, here, lost }: Of<'main'> & { lost: NonNullable<MainView['lost']> }) {
  return (
    <Need
      kind="incident"
      here={here}
      title={
        <>
          <Said>{lostWords(lost)}</Said> had landed, and MAIN of <Said>{main.project}</Said> holds it no more
        </>
      }
      meta={
        <>
          somebody moved <Said>{main.branch}</Said> back
        </>
      }
      actions={
        <>
          {reader.isOperator && <LandAgain lost={lost} />}
          <a className="btn btn-line" href={`/main?project=${main.project}`}>
            See MAIN
          </a>
        </>
      }
    />
  )
}

function RedNeed({ need: { main }, red, here, open, onToggle }: Of<'main'> & { red: Red }) {
  return (
    <Need
      kind="red gate"
      here={here}
      title={
        <>
          MAIN of <Said>{main.project}</Said> is {standingOf(main).words}
        </>
      }
      meta={
        <>
          gate <Said>{red.gate}</Said>: <Said>{red.summary}</Said> Only a branch that mends it lands; all else waits
          <Sep />
          <RelativeTime at={red.since} />
        </>
      }
      actions={
        <>
          <Button aria-expanded={open} onClick={onToggle}>
            Log
          </Button>
          <a className="btn btn-line" href={`/main?project=${main.project}`}>
            See MAIN
          </a>
        </>
      }
    >
      {open && <GateLog run={red} />}
    </Need>
  )
}

function MergeNeed({ need: { merge }, reader, here }: Of<'merge'>) {
  const writes = useMergeWrites(merge, reader)
  const name = mergeRef(merge.id)
  return (
    <Need
      kind="approval"
      here={here}
      title={
        <>
          {name} changes what it is judged by: <Said>{few(merge.guarded)}</Said>
        </>
      }
      meta={
        <>
          {merge.briefId !== null && (
            <>
              <Ref href={`/briefs/${merge.briefId}#changes`}>{briefRef(merge.briefId)}</Ref>{' '}
            </>
          )}
          <Said>{merge.title ?? merge.branch}</Said>
          <Sep />
          at exactly this tip
          <Sep />
          <RelativeTime at={merge.submittedAt} />
        </>
      }
      actions={
        <Button
          busy={writes.busy}
          refused={reader.isOperator ? undefined : anOperator}
          aria-label={`Approve ${name}`}
          onClick={writes.approve}
        >
          Approve
        </Button>
      }
    >
      {writes.refused && <RefusedNotice said={writes.refused} />}
    </Need>
  )
}

function TrustNeed({ need: { project, configuration }, reader, here, open, onToggle }: Of<'trust'>) {
  const trust = useWrite('project.trust', { done: () => ({ words: `What ${project} runs is trusted.` }) })
  const { commands, hash } = configuration
  return (
    <Need
      kind="trust"
      here={here}
      title={
        <>
          flower.yaml of <Said>{project}</Said> would run {counted(commands.length, 'command')}
        </>
      }
      meta={
        <>
          nobody is started and nothing is prepared by it before that
          <Sep />
          this content alone, <span className="mono">{hash.slice(0, 12)}</span>
        </>
      }
      actions={
        open ? (
          <Button
            busy={trust.busy}
            refused={reader.isOperator ? undefined : anOperator}
            onClick={() => void isTaken(trust.write({ project, hash }))}
          >
            Trust it
          </Button>
        ) : (
          <Button aria-expanded={false} onClick={onToggle}>
            Read and trust
          </Button>
        )
      }
    >
      {open && <Commands commands={commands} />}
      {trust.refused && <RefusedNotice said={trust.refused} />}
    </Need>
  )
}

function BriefNeed({ need: { brief }, reader, here }: Of<'brief'>) {
  const name = briefRef(brief.id)
  const approve = useWrite('brief.approve', { done: () => ({ words: `${name} is approved.` }) })
  return (
    <Need
      kind="approval"
      here={here}
      title={<Said>{brief.title}</Said>}
      meta={
        <>
          <Ref href={`/briefs/${brief.id}`}>{name}</Ref> by <Said>{brief.createdBy}</Said>
          <Sep />
          not handed over before that
          <Sep />
          <RelativeTime at={brief.createdAt} />
        </>
      }
      actions={
        <Button
          busy={approve.busy}
          refused={reader.isOperator ? undefined : anOperator}
          aria-label={`Approve ${name}`}
          onClick={() => void isTaken(approve.write({ briefId: brief.id }))}
        >
          Approve
        </Button>
      }
    >
      {approve.refused && <RefusedNotice said={approve.refused} />}
    </Need>
  )
}

function LoopNeed({ need: { loop }, reader, here }: Of<'loop'>) {
  const { kind, briefId, what, ref, since } = loop
  const again = useWrite('brief.dispatch', {
    done: ({ dispatchId, leg }) => ({ words: `d${dispatchId} waits for an agent: ${leg}.` }),
  })
  const over = useWrite('brief.setStatus', { done: () => ({ words: `${ref} is complete.` }) })
  const name = briefId === null ? ref : briefRef(briefId)
  return (
    <Need
      kind={kind === 'failed' ? 'failed' : 'blocked'}
      here={here}
      title={
        <Said>
          <Words text={what} />
        </Said>
      }
      meta={
        <>
          {briefId === null ? name : <Ref href={`/briefs/${briefId}#dispatch`}>{name}</Ref>}
          {ref !== name && ` ${ref}`}
          <Sep />
          <RelativeTime at={since} />
        </>
      }
      actions={
        kind !== 'blocker_ended' && briefId !== null && reader.mayWrite ? (
          <>
            {kind === 'unlanded' && (
              <Button
                busy={over.busy}
                aria-label={`Take ${name} over as it is`}
                onClick={() => void isTaken(over.write({ briefId, status: 'complete' }))}
              >
                Take it over as it is
              </Button>
            )}
            <Button
              busy={again.busy}
              aria-label={`Hand ${name} over again`}
              onClick={() => void isTaken(again.write({ briefId }))}
            >
              Hand over again
            </Button>
          </>
        ) : (
          <a className="btn btn-line" href={`/briefs/${briefId}#relationships`}>
            See {name}
          </a>
        )
      }
    >
      {over.refused && <RefusedNotice said={over.refused} />}
      {again.refused && <RefusedNotice said={again.refused} />}
    </Need>
  )
}
