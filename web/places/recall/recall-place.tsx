import { useEffect } from 'react'
import { Filters } from '../../bloom/choice.tsx'
import { Pick } from '../../bloom/float/menu.tsx'
import { bringKeyboard } from '../../bloom/keys.ts'
import { Ref } from '../../bloom/mark.tsx'
import { Empty } from '../../bloom/nothing.tsx'
import { Aside, AsideSection, Eyebrow, Sheet } from '../../bloom/section.tsx'
import { FilterField } from '../../bloom/write/filter-field.tsx'
import { type Recency, recencies, useRecallAddress } from './address.ts'
import { type Found, kinds, searchTypes } from './kinds.ts'
import './recall-place.css'
import { Results } from './results.tsx'

/** Recall: search as you type over everything that was written, and later what agents said in their sessions. */
export function RecallPlace() {
  const { query, change } = useRecallAddress()
  useEffect(() => {
    document.title = 'Recall · flower'
  }, [])
  useEffect(() => {
    if (window.location.hash === '' && !new URLSearchParams(window.location.search).has('q'))
      bringKeyboard(document.getElementById('filter'))
  }, [])
  return (
    <Sheet place="recall">
      <div className="head">
        <Eyebrow>search · everything</Eyebrow>
        <h1 className="page-title">Recall</h1>
        <search className="recall-search">
          <FilterField
            label="Search everything"
            query={query}
            onChange={q => change({ q: q.trim() === '' ? undefined : q })}
            onDown={() => document.querySelector<HTMLElement>('.found a, .found button')?.focus()}
          />
          <Narrow />
        </search>
      </div>
      <div className="main">
        <Results />
      </div>
      <Aside label="Not read yet">
        <AsideSection id="sessions" eyebrow="sessions · segments" title="Sessions">
          <Empty>
            No sessions are read yet. What was said in an agent's session will stand here, cut where its goal changed,
            and be found above. Until then <Ref href="/fleet">Fleet</Ref> has the log of each agent.
          </Empty>
        </AsideSection>
        <AsideSection id="files" eyebrow="file · story" title="File story">
          <Empty>
            No file has a story yet: which Briefs, commits and sessions touched it, and why, will stand here. Until then
            search for its path: traces name the files that were claimed and changed.
          </Empty>
        </AsideSection>
      </Aside>
    </Sheet>
  )
}

const recencyNames: Record<Recency, string> = {
  day: 'the last day',
  week: 'the last week',
  month: 'the last month',
  year: 'the last year',
}

const everything = 'all'
const anyTime = 'any'

/** In what is searched, and how far back. */
function Narrow() {
  const { types, since, change } = useRecallAddress()
  const chosen = (types?.split(',') ?? []) as Found['type'][]
  const [only] = chosen
  return (
    <Filters<Found['type'] | typeof everything>
      label="What is searched"
      choices={[{ value: everything, name: 'everything' }, ...searchTypes.map(value => ({ value, ...kinds[value] }))]}
      value={chosen.length > 1 ? null : (only ?? everything)}
      onChange={value => change({ types: value === everything ? undefined : value })}
      tools={
        <Pick<Recency | typeof anyTime>
          label="from"
          value={since ?? anyTime}
          choices={[
            { value: anyTime, name: 'any time' },
            ...recencies.map(value => ({ value, name: recencyNames[value] })),
          ]}
          onChange={value => change({ since: value === anyTime ? undefined : value })}
        />
      }
    />
  )
}
