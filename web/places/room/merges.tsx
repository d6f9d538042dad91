/** What is about to come into MAIN, and what came last. */
import type { LandingView, MergeView } from '#contract/shapes.ts'
import { briefRef } from '#domain/ref.ts'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Ref, Said } from '../../bloom/mark.tsx'
import { Empty } from '../../bloom/nothing.tsx'
import { AsideSection } from '../../bloom/section.tsx'
import { Words } from '../../house/words.tsx'
import { Gates, useGates } from '../merge/gates.tsx'
import { isLive, mergeRef, short, stateOf } from '../merge/words.ts'

/** As many of each stand here; the place of MAIN has all. */
const [most, mostLanded] = [5, 3]

export function Merges({ merges, landings }: { merges: readonly MergeView[]; landings: readonly LandingView[] }) {
  const live = merges.filter(isLive)
  const landed = landings.filter(each => each.mergeIds.length > 0).slice(0, mostLanded)
  return (
    <AsideSection id="merges" eyebrow="merge · queue" title="Merge queue">
      {live.length === 0 ? (
        <Empty>Nothing waits to land.</Empty>
      ) : (
        <ol className="queue" aria-label="In the order in which they land">
          {live.slice(0, most).map(merge => (
            <Waiting key={merge.id} merge={merge} />
          ))}
        </ol>
      )}
      {live.length > most && (
        <p className="small">
          <Ref href="/main">{live.length - most} more</Ref>
        </p>
      )}
      {landed.length > 0 && (
        <>
          <p className="label label-row">
            landed <span className="dim">tested tree is the landed tree</span>
          </p>
          <ul className="landed" aria-label="Landed last">
            {landed.map(landing => (
              <Landed key={landing.id} landing={landing} />
            ))}
          </ul>
        </>
      )}
    </AsideSection>
  )
}

function Waiting({ merge }: { merge: MergeView }) {
  const { id, briefId, title, branch, waits, project } = merge
  return (
    <li className="merge">
      <p className="merge-line">
        <a className="mono" href={`/main?project=${project}#${mergeRef(id)}`}>
          {mergeRef(id)}
        </a>
        {briefId !== null && <Ref href={`/briefs/${briefId}#changes`}>{briefRef(briefId)}</Ref>}
        <span className="merge-title" title={title ?? branch}>
          <Said>{title ?? branch}</Said>
        </span>
        <span className="dim small">{stateOf(merge).words}</span>
      </p>
      {merge.status === 'testing' && <Tested merge={merge} />}
      {waits !== undefined && (
        <p className="meta dim">
          <Said>
            <Words text={waits} />
          </Said>
        </p>
      )}
    </li>
  )
}

function Tested({ merge }: { merge: MergeView }) {
  const gates = useGates(merge)
  return gates && <Gates gates={gates} label={`Gates of ${mergeRef(merge.id)}`} />
}

function Landed({ landing: { mergeIds, commit, at, project, briefIds } }: { landing: LandingView }) {
  const last = mergeIds.at(-1) ?? 0
  return (
    <li>
      <span className="mono">{mergeRef(last)}</span>
      {briefIds[0] === undefined ? <span /> : <Ref href={`/briefs/${briefIds[0]}`}>{briefRef(briefIds[0])}</Ref>}
      <a className="ref mono" href={`/main?project=${project}#${mergeRef(last)}`} title={commit}>
        {short(commit)}
      </a>
      <span>
        <RelativeTime at={at} />
      </span>
    </li>
  )
}
