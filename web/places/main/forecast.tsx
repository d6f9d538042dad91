/** Which live branches would meet if they landed, seen before it hurts. */
import { useState } from 'react'
import type { MainView } from '#contract/shapes.ts'
import { Fold } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { State } from '../../bloom/glyph.tsx'
import { AllDone, Empty } from '../../bloom/nothing.tsx'
import { Section } from '../../bloom/section.tsx'
import { counted } from '../../bloom/spoken.ts'
import { BranchName, MeetingFiles, type Overlap } from '../merge/overlap.tsx'
import type { Ground } from './ground.ts'

/** As many stand there before the rest is folded. */
const most = 8

export function Forecast({ main, ground }: { main: MainView; ground: Ground }) {
  const [all, setAll] = useState(false)
  const { overlaps, forecastAt } = main
  const sorted = overlaps.toSorted((a, b) => Number(b.conflicts) - Number(a.conflicts))
  const conflicts = overlaps.filter(each => each.conflicts).length
  return (
    <Section
      id="forecast"
      eyebrow="forecast · pairwise"
      title={overlaps.length === 0 ? 'Forecast' : `Forecast: ${counted(conflicts, 'conflict')}`}
      tools={
        forecastAt !== null && (
          <span className="small dim">
            tried <RelativeTime at={forecastAt} ago />
          </span>
        )
      }
    >
      {forecastAt === null && (
        <Empty>
          Not tried yet: every few minutes live branches are merged with each other and with MAIN, for a look.
        </Empty>
      )}
      {forecastAt !== null && overlaps.length === 0 && <AllDone>No two live branches touch the same files.</AllDone>}
      <ul className="meetings" aria-label="Branches that meet">
        {(all ? sorted : sorted.slice(0, most)).map(overlap => (
          <Meeting key={`${overlap.branch} ${overlap.with}`} overlap={overlap} ground={ground} />
        ))}
      </ul>
      {overlaps.length > most && (
        <Fold open={all} onClick={() => setAll(!all)}>
          {all ? 'fewer' : `${overlaps.length - most} more`}
        </Fold>
      )}
    </Section>
  )
}

function Meeting({ overlap, ground: { branches } }: { overlap: Overlap; ground: Ground }) {
  const { conflicts, branch, with: other, files } = overlap
  return (
    <li>
      <State state={conflicts ? 'blocked' : 'waits'} tone={conflicts ? 'clay' : 'amber'}>
        {conflicts ? 'conflict' : 'touch'}
      </State>
      <span>
        <BranchName branch={branch} branches={branches} /> <span className="dim">and</span>{' '}
        <BranchName branch={other} branches={branches} />
      </span>
      <span className="small">
        <MeetingFiles files={files} />
        {!conflicts && <span className="dim"> merges all the same</span>}
      </span>
    </li>
  )
}
