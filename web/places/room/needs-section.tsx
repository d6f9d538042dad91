/** What waits for a person, oldest first, each with what solves it. */
import { useMemo } from 'react'
import { Kbd } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { useKeysOn } from '../../bloom/keys.ts'
import { useOpenRows } from '../../bloom/list/open-rows.ts'
import { AllDone } from '../../bloom/nothing.tsx'
import { Section } from '../../bloom/section.tsx'
import type { Reader } from '../merge/writes.ts'
import { NeedRow } from './need-row.tsx'
import type { Needed } from './needs.ts'

export function NeedsSection({ needs, reader }: { needs: readonly Needed[]; reader: Reader }) {
  const keys = useMemo(() => needs.map(each => each.key), [needs])
  const keysOn = useKeysOn()
  const rows = useOpenRows(keys, undefined)
  const oldest = needs
    .flatMap(each => each.at ?? [])
    .toSorted()
    .at(0)
  return (
    <Section
      id="needs"
      eyebrow="waits · on you"
      title="Needs you"
      tools={
        needs.length > 0 && (
          <span className="small dim">
            {oldest !== undefined && (
              <>
                oldest <RelativeTime at={oldest} />
              </>
            )}
            {keysOn && (
              <span className="hint">
                {' '}
                <Kbd>j</Kbd> <Kbd>k</Kbd> move, <Kbd>1</Kbd>–<Kbd>3</Kbd> answer
              </span>
            )}
          </span>
        )
      }
    >
      {needs.length === 0 ? (
        <AllDone>Nothing waits for you. Questions, approvals and agents that are stuck come up here.</AllDone>
      ) : (
        <ol className="needs">
          {needs.map(need => (
            <NeedRow
              key={need.key}
              need={need}
              reader={reader}
              here={rows.here === need.key}
              open={rows.opened.has(need.key)}
              onToggle={() => rows.toggle(need.key)}
            />
          ))}
        </ol>
      )}
    </Section>
  )
}
