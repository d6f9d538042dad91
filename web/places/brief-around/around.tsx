/** Who took part in a Brief, and which projects it touches. */
import type { BriefRecall } from '#contract/recall.ts'
import { dispatchRef } from '#domain/ref.ts'
import { RelativeTime } from '../../bloom/clock.tsx'
import { State } from '../../bloom/glyph.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Empty } from '../../bloom/nothing.tsx'
import { AsideSection } from '../../bloom/section.tsx'
import { counted } from '../../bloom/spoken.ts'
import type { BriefHead } from '../brief/words.ts'

export function Participants({ recall: { participants } }: { recall: BriefRecall }) {
  return (
    <AsideSection eyebrow="agents · waves" title="Participants">
      {participants.length === 0 && <Empty>Nobody yet.</Empty>}
      <ul className="people">
        {participants.map(({ actor, holds, lastAt, events }) => (
          <li key={actor} title={counted(events, 'event')}>
            <State state={holds === null ? 'idle' : 'running'}>
              <span className="mono">
                <Said>{actor}</Said>
              </span>
            </State>
            {holds === null ? (
              <span>
                <span>
                  last here <RelativeTime at={lastAt} />
                </span>
              </span>
            ) : (
              <span>holds {dispatchRef(holds)}</span>
            )}
          </li>
        ))}
      </ul>
    </AsideSection>
  )
}

export function Projects({ brief }: { brief: BriefHead }) {
  return (
    <AsideSection eyebrow="scope" title="Projects">
      <ul className="people">
        <li>
          <a href={`/briefs?project=${brief.project}`}>{brief.project}</a>
          <span>primary</span>
        </li>
      </ul>
    </AsideSection>
  )
}
