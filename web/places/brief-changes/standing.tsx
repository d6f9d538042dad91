/** What gates say of a branch, where it is on its way, and whom it would meet. */
import type { ReactNode } from 'react'
import type { MergeView, TakenBack } from '#contract/shapes.ts'
import { RelativeTime } from '../../bloom/clock.tsx'
import { State } from '../../bloom/glyph.tsx'
import { Ref, Said } from '../../bloom/mark.tsx'
import { useRead } from '../../house/read.ts'
import { Words } from '../../house/words.tsx'
import { useBranches } from '../merge/branches.ts'
import { Gates, useGateNames, useGates } from '../merge/gates.tsx'
import { BranchName, MeetingFiles, type Overlap } from '../merge/overlap.tsx'
import { isOut, mergeRef, short } from '../merge/words.ts'
import type { ChangesAnswer } from './reads.ts'
import { whereItIs } from './whether.ts'

export function Standing({ answer, project }: { answer: ChangesAnswer; project: string }) {
  const { merge } = answer
  const where = whereItIs(answer)
  return (
    <dl className="proof">
      <Fact name="gates">{merge ? <Judged merge={merge} /> : <ToCome project={project} />}</Fact>
      {merge && where === 'queued' && <Waits merge={merge} />}
      {merge && isOut(merge) && (
        <Fact name="came back">
          <span>
            <Ref href={`/main#${mergeRef(merge.id)}`}>{mergeRef(merge.id)}</Ref>{' '}
            <Said>
              <Words text={merge.reason ?? merge.status} />
            </Said>
          </span>
        </Fact>
      )}
      {merge?.landedCommit && (
        <Fact name="landed">
          <span>
            in <Said>{merge.target}</Said> as <span className="mono">{short(merge.landedCommit)}</span>;{' '}
            <Ref href={`/main#${mergeRef(merge.id)}`}>its proof</Ref>
          </span>
        </Fact>
      )}
      {merge && lostWith(merge).map(back => <TakenBackFact key={back.mergeId} back={back} />)}
      {where !== 'landed' && where !== 'back' && <Forecast answer={answer} project={project} />}
    </dl>
  )
}

/** What landed of this branch and is not in its target any more. */
const lostWith = ({ takenBack, lost = [] }: MergeView): readonly TakenBack[] => (takenBack ? [takenBack] : lost)

function TakenBackFact({ back: { mergeId, by, at } }: { back: TakenBack }) {
  return (
    <Fact name="taken back">
      <span>
        what {mergeRef(mergeId)} brought, by <Ref href={`/main#${mergeRef(by)}`}>{mergeRef(by)}</Ref>{' '}
        <RelativeTime at={at} ago />. It does not come back by landing the branch again: take {mergeRef(by)} back
      </span>
    </Fact>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Waits({ merge }: { merge: MergeView }) {
  if (merge.waits === undefined) return null
  return (
    <Fact name="waits">
      <Said>
        <Words text={merge.waits} />
      </Said>
    </Fact>
  )
}

function Judged({ merge }: { merge: MergeView }) {
  const gates = useGates(merge)
  if (gates === undefined) return <span className="dim">…</span>
  if (gates.length === 0) return <span className="dim">none has judged it</span>
  return <Gates gates={gates} label={`Gates of ${mergeRef(merge.id)}`} />
}

function ToCome({ project }: { project: string }) {
  const names = useGateNames(project)
  if (names === undefined) return <span className="dim">…</span>
  return (
    <span className="dim">
      {names.length === 0
        ? 'flower.yaml of MAIN names none: it lands when it merges'
        : `${names.join(', ')}, once it is in the queue`}
    </span>
  )
}

function Forecast({ answer, project }: { answer: ChangesAnswer; project: string }) {
  const { overlaps, branch, changes } = answer
  const main = useRead('main.status', { project }).data?.main
  const branches = useBranches(project)
  if (changes === null || changes.ahead === 0) return null
  const withMain = overlaps.some(each => each.with === null && each.conflicts)
  return (
    <Fact name="forecast">
      {!withMain && main?.forecastAt && <State state="done">merges clean with MAIN</State>}
      {!main?.forecastAt && <span className="dim">not tried yet</span>}
      {overlaps.map(overlap => (
        <Meets key={`${overlap.branch} ${overlap.with}`} overlap={overlap} branch={branch} branches={branches} />
      ))}
    </Fact>
  )
}

/** Told from this branch's side. */
function Meets(props: { overlap: Overlap; branch: string; branches: ReturnType<typeof useBranches> }) {
  const { overlap, branch, branches } = props
  const other = overlap.branch === branch ? overlap.with : overlap.branch
  return (
    <State state={overlap.conflicts ? 'blocked' : 'waits'}>
      <span className={overlap.conflicts ? 'clay-ink' : 'amber-ink'}>
        {overlap.conflicts ? 'conflicts with' : 'overlaps with'}
      </span>{' '}
      <BranchName branch={other} branches={branches} /> in <MeetingFiles files={overlap.files} />
      {!overlap.conflicts && <span className="dim">, merges all the same</span>}
    </State>
  )
}
