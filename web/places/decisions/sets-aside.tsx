/** Questions that belong together, how far they are, and when their answers go out. */
import type { DecisionView } from '#contract/shapes.ts'
import { decisionRef } from '#domain/ref.ts'
import { SetMeter } from '../../bloom/figure.tsx'
import { StateGlyph } from '../../bloom/glyph.tsx'
import { Ref, Said } from '../../bloom/mark.tsx'
import { Empty } from '../../bloom/nothing.tsx'
import { AsideSection } from '../../bloom/section.tsx'
import { type DecisionSet, isUnderWay, setsOf } from '../decision/sets.ts'

export function SetsAside({ decisions }: { decisions: readonly DecisionView[] }) {
  const sets = setsOf(decisions).filter(isUnderWay)
  return (
    <AsideSection id="sets" eyebrow="sets · release" title="Sets">
      {sets.length === 0 ? (
        <Empty>No set is under way. An agent that asks several things at once can have them released together.</Empty>
      ) : (
        <ul className="sets">
          {sets.map(set => (
            <OneSet key={set.key} set={set} />
          ))}
        </ul>
      )}
    </AsideSection>
  )
}

function OneSet({ set: { name, release, members, ended } }: { set: DecisionSet }) {
  const left = members.length - ended
  return (
    <li>
      <SetMeter name={<Said>{name}</Said>} answered={ended} of={members.length} />
      <p className="small dim">
        {release === 'each'
          ? 'Each answer goes out by itself.'
          : `Their answers go out together, after ${left === 1 ? 'this last one' : `${left} more`}.`}
      </p>
      <ul>
        {members.map(({ id, status, header, option, answer }) => (
          <li key={id} className="small">
            <StateGlyph state={status === 'open' ? 'asks' : status === 'answered' ? 'done' : 'cancelled'} />{' '}
            <Ref href={`/decisions?show=all#${decisionRef(id)}`}>{decisionRef(id)}</Ref> <Said>{header}</Said>{' '}
            {status !== 'open' && (
              <b>
                <Said>{option ?? answer ?? ''}</Said>
              </b>
            )}
          </li>
        ))}
      </ul>
    </li>
  )
}
