/** What happened, newest first: what matters, or everything that led up to it too. */
import { useState } from 'react'
import { Segment } from '../../bloom/choice.tsx'
import { LiveDot } from '../../bloom/mark.tsx'
import { Section } from '../../bloom/section.tsx'
import { useLiveState } from '../../house/live.ts'
import { TraceList } from '../brief-trace/trace-list.tsx'
import { useTracePages } from '../brief-trace/trace-pages.ts'

const depths = [
  { value: 'matters', name: 'What matters' },
  { value: 'everything', name: 'Everything' },
] as const
type Depth = (typeof depths)[number]['value']

export function Feed({ project }: { project: string | undefined }) {
  const [depth, setDepth] = useState<Depth>('matters')
  const { state } = useLiveState()
  return (
    <Section
      id="feed"
      eyebrow="room · feed"
      title="Feed"
      tools={
        <>
          <Segment label="How much of it" choices={depths} value={depth} onChange={setDepth} />
          {state === 'live' && (
            <span className="live">
              <LiveDot />
              live
            </span>
          )}
        </>
      }
    >
      <Happened key={depth} project={project} noise={depth === 'everything'} />
    </Section>
  )
}

function Happened({ project, noise }: { project: string | undefined; noise: boolean }) {
  const pages = useTracePages({ of: 'room.feed', input: { project, noise } })
  return <TraceList pages={pages} sealed={0} named />
}
