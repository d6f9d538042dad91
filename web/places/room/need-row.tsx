/** One thing that waits for a person, and its answer in place. */
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
import { standingOf } from '../main/words.ts'
import { few, mergeRef } from '../merge/words.ts'
import { type Reader, useMergeWrites } from '../merge/writes.ts'
import { AgentNeed } from './agent-need.tsx'
import { DecisionNeed } from './decision-need.tsx'
import type { Needed } from './needs.ts'

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

const anOperator = 'an operator has to do it'

function MainNeed({ need: { main }, here }: Of<'main'>) {
  const { standing, project } = main
  return (
    <Need
      kind="incident"
      here={here}
      title={
        <>
          MAIN of <Said>{project}</Said> is {standingOf(standing).words}
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
        kind === 'failed' && briefId !== null && reader.mayWrite ? (
          <Button
            busy={again.busy}
            aria-label={`Hand ${name} over again`}
            onClick={() => void isTaken(again.write({ briefId }))}
          >
            Hand over again
          </Button>
        ) : (
          <a className="btn btn-line" href={`/briefs/${briefId}#relationships`}>
            See {name}
          </a>
        )
      }
    >
      {again.refused && <RefusedNotice said={again.refused} />}
    </Need>
  )
}
