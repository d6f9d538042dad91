/** What happened, newest first. */
import { LiveDot } from '../../bloom/mark.tsx'
import { Section } from '../../bloom/section.tsx'
import { useLiveState } from '../../house/live.ts'
import { TraceList } from '../brief-trace/trace-list.tsx'
import { useTracePages } from '../brief-trace/trace-pages.ts'

export function Feed({ project }: { project: string | undefined }) {
  const pages = useTracePages({ project })
  const { state } = useLiveState()
  return (
    <Section
      id="feed"
      eyebrow="room · feed"
      title="Feed"
      tools={
        state === 'live' && (
          <span className="live">
            <LiveDot />
            live
          </span>
        )
      }
    >
      <TraceList pages={pages} sealed={0} named />
    </Section>
  )
}
