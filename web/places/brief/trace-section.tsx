/** All that happened to this Brief, newest first. */
import { useDeferredValue, useState } from 'react'
import type { BriefRecall } from '#contract/recall.ts'
import { Button } from '../../bloom/button.tsx'
import { Filters } from '../../bloom/choice.tsx'
import { Pick } from '../../bloom/float/menu.tsx'
import { State } from '../../bloom/glyph.tsx'
import { LiveDot, Ref } from '../../bloom/mark.tsx'
import { Section, Verified } from '../../bloom/section.tsx'
import { useLiveState } from '../../house/live.ts'
import { useRead } from '../../house/read.ts'
import { NoteComposer } from './note-composer.tsx'
import { TraceList } from './trace-list.tsx'
import { type TraceFilter, filters, filterTypes, passes } from './trace-lines.ts'
import { useTracePages } from './trace-pages.ts'
import { counted } from './words.ts'

const anyone = 'anyone'

export function TraceSection({ recall }: { recall: BriefRecall }) {
  const { brief, participants } = recall
  const [filter, setFilter] = useState<TraceFilter>('all')
  const [by, setBy] = useState(anyone)
  const all = useTracePages({ briefId: brief.id })
  const walked = useWalkedChain(brief.id)
  const actor = by === anyone ? null : by
  const choices = filters.map(value => {
    const found = all.events.filter(event => passes(event, value, actor)).length
    const known = value === 'all' && actor === null ? brief.events : found
    const name = all.whole || known === brief.events ? value : `${value}`
    return { value, name, count: known }
  })
  return (
    <Section
      id="trace"
      eyebrow="provenance · append-only"
      title="Trace"
      tools={
        <>
          <Chain walked={walked} />
          <LiveSign />
        </>
      }
    >
      <NoteComposer briefId={brief.id} />
      <Filters
        label="Filter the trace"
        choices={choices}
        value={filter}
        onChange={setFilter}
        tools={
          <Pick
            label="by"
            value={by}
            onChange={setBy}
            choices={[
              { value: anyone, name: anyone },
              ...participants.map(({ actor: name, events }) => ({ value: name, name, note: counted(events, 'event') })),
            ]}
          />
        }
      />
    </Section>
  )
}
