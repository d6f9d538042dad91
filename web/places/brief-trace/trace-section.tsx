/** All that happened to this Brief, newest first. */
import { useState } from 'react'
import type { BriefRecall } from '#contract/recall.ts'
import { Button } from '../../bloom/button.tsx'
import { Filters } from '../../bloom/choice.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Pick } from '../../bloom/float/menu.tsx'
import { State } from '../../bloom/glyph.tsx'
import { LiveDot, Ref } from '../../bloom/mark.tsx'
import { Section, Verified } from '../../bloom/section.tsx'
import { counted } from '../../bloom/spoken.ts'
import { useLiveState } from '../../house/live.ts'
import { KeyHint } from '../brief/key-hint.tsx'
import { useReader } from '../merge/writes.ts'
import { NoteComposer } from './note-composer.tsx'
import { filters, filterTypes, passes, sealedUpTo, type TraceFilter } from './trace-lines.ts'
import { TraceList } from './trace-list.tsx'
import { type TracePages, useTracePages } from './trace-pages.ts'
import { useWalkedChain, type WalkedChain } from './walked-chain.ts'

const anyone = 'anyone'

export function TraceSection({ recall: { brief, participants } }: { recall: BriefRecall }) {
  const [filter, setFilter] = useState<TraceFilter>('all')
  const [by, setBy] = useState(anyone)
  const { readsOnly } = useReader()
  const actor = by === anyone ? null : by
  const all = useTracePages({ of: 'trace.list', input: { briefId: brief.id } })
  const walked = useWalkedChain(brief.id)
  const sealed = sealedUpTo(all.events, walked.result?.ok ? walked.result.head : null)
  const people = participants.map(({ actor: name, events }) => ({ value: name, name, note: counted(events, 'event') }))
  return (
    <Section
      id="trace"
      eyebrow="provenance · append-only"
      title="Trace"
      tools={
        <>
          <Chain walked={walked} />
          <LiveSign />
          {!readsOnly && <KeyHint word="note" keys="n" />}
        </>
      }
    >
      {!readsOnly && <NoteComposer briefId={brief.id} />}
      <Filters
        label="Filter the trace"
        choices={filters.map(value => ({ value, name: value, count: countOf(all, value, actor, brief.events) }))}
        value={filter}
        onChange={setFilter}
        tools={<Pick label="by" value={by} onChange={setBy} choices={[{ value: anyone, name: anyone }, ...people]} />}
      />
      {filter === 'all' && actor === null ? (
        <TraceList pages={all} sealed={sealed} />
      ) : (
        <Filtered key={`${filter} ${by}`} briefId={brief.id} filter={filter} actor={actor} sealed={sealed} />
      )}
    </Section>
  )
}

/** How many events a filter holds; `31+` while older ones were not read yet. */
function countOf(all: TracePages, filter: TraceFilter, actor: string | null, total: number): number | string {
  if (filter === 'all' && actor === null) return total
  const count = all.events.filter(event => passes(event, filter, actor)).length
  return all.whole ? count : `${count}+`
}

type FilteredProps = { briefId: number; filter: TraceFilter; actor: string | null; sealed: number }

function Filtered({ briefId, filter, actor, sealed }: FilteredProps) {
  const types = filterTypes[filter]
  const pages = useTracePages({
    of: 'trace.list',
    input: {
      briefId,
      ...(types === undefined ? {} : { types: [...types] }),
      ...(actor === null ? {} : { actor }),
    },
  })
  return <TraceList pages={pages} sealed={sealed} filtered />
}

function Chain({ walked: { result, at, again } }: { walked: WalkedChain }) {
  if (result === undefined) return null
  if (!result.ok) {
    const { fault } = result
    return (
      <State state="failed" tone="clay">
        chain broken{' '}
        {fault !== undefined && (
          <>
            at <Ref href={`#e${fault.seq}`}>e{fault.seq}</Ref>: {fault.problem}
          </>
        )}
      </State>
    )
  }
  return (
    <>
      <Verified>
        {counted(result.events, 'event')}, <RelativeTime at={at} ago />
      </Verified>
      <Button look="bare" small onClick={again}>
        Walk it again
      </Button>
    </>
  )
}

function LiveSign() {
  const { state } = useLiveState()
  if (state !== 'live') return <State state="waits">{state === 'offline' ? 'offline' : 'coming back'}</State>
  return (
    <span className="live">
      <LiveDot />
      live
    </span>
  )
}
