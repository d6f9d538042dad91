/** What was noticed beside the work, kept until somebody makes a Brief of it. */
import { useMemo, useState } from 'react'
import type { Input } from '#contract/catalogue.ts'
import { Button } from '../../bloom/button.tsx'
import { Filters } from '../../bloom/choice.tsx'
import { Pick } from '../../bloom/float/menu.tsx'
import { AllDone, Empty, Loading } from '../../bloom/nothing.tsx'
import { Section } from '../../bloom/section.tsx'
import { Failure } from '../../house/failures.tsx'
import { useReadPages } from '../../house/read-pages.ts'
import type { Reader } from '../merge/writes.ts'
import { FeedbackRow } from './feedback-row.tsx'
import { FileFeedback } from './file-feedback.tsx'
import { kinds } from './kinds.ts'

type Asked = Input<'feedback.list'>
type State = NonNullable<Asked['state']>

const states: readonly { value: State; name: string }[] = [
  { value: 'open', name: 'open' },
  { value: 'promoted', name: 'became a Brief' },
  { value: 'all', name: 'all' },
]

const anyKind = 'any'

/** @param project - of all projects, and of none, where none is named */
export function FeedbackSection({ project, reader }: { project: string | undefined; reader: Reader }) {
  const [state, setState] = useState<State>('open')
  const [kind, setKind] = useState<Asked['kind']>()
  return (
    <Section id="feedback" eyebrow="noticed · beside the work" title="Feedback">
      {reader.mayWrite && <FileFeedback project={project} />}
      <Filters
        label="Which feedback"
        choices={states}
        value={state}
        onChange={setState}
        tools={
          <Pick<NonNullable<Asked['kind']> | typeof anyKind>
            label="kind"
            value={kind ?? anyKind}
            choices={[{ value: anyKind, name: 'any' }, ...kinds.map(value => ({ value, name: value }))]}
            onChange={value => setKind(value === anyKind ? undefined : value)}
          />
        }
      />
      <Listed asked={{ project, state, kind }} isOperator={reader.isOperator} />
    </Section>
  )
}

function Listed({ asked, isOperator }: { asked: Omit<Asked, 'cursor'>; isOperator: boolean }) {
  const pages = useReadPages('feedback.list', { ...asked, limit: 50 })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = pages
  const items = useMemo(() => data?.pages.flatMap(page => page.items) ?? [], [data])
  if (data === undefined)
    return error ? <Failure error={error} again={() => void refetch()} /> : <Loading label="Loading feedback" />
  if (items.length === 0)
    return asked.state === 'open' && asked.kind === undefined ? (
      <AllDone>Nothing is open. Agents and people file here what they notice beside their work.</AllDone>
    ) : (
      <Empty>Nothing of that kind.</Empty>
    )
  return (
    <div aria-busy={isPlaceholderData}>
      <ul className="feedback" aria-label="Feedback, newest first">
        {items.map(filed => (
          <FeedbackRow key={filed.id} filed={filed} named={asked.project === undefined} isOperator={isOperator} />
        ))}
      </ul>
      {hasNextPage && (
        <p className="list-foot small">
          <span className="dim">
            {items.length} of {data.pages[0]?.total} are shown.
          </span>{' '}
          <Button small busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </p>
      )}
    </div>
  )
}
