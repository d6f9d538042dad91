/** What was answered and withdrawn, newest question first. */
import { useMemo } from 'react'
import type { ListedDecision } from '#contract/shapes.ts'
import { decisionRef } from '#domain/ref.ts'
import { Button } from '../../bloom/button.tsx'
import { VirtualList } from '../../bloom/list/virtual-list.tsx'
import { Empty, Loading } from '../../bloom/nothing.tsx'
import { Section } from '../../bloom/section.tsx'
import { Failure } from '../../house/failures.tsx'
import { useReadPages } from '../../house/read-pages.ts'
import { EndedDecision } from '../decision/ended-decision.tsx'
import { useReader } from '../merge/writes.ts'
import { useDecisionsAddress } from './address.ts'
import { Provenance } from './provenance.tsx'

const titles = { answered: 'Answered', withdrawn: 'Withdrawn' } as const

/** Of one kind alone. */
export function EndedOf({ status, project }: { status: keyof typeof titles; project: string | undefined }) {
  const pages = useReadPages('recall.decisions', { status, project, limit: 100 })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = pages
  const decisions = useMemo(() => data?.pages.flatMap(page => page.items) ?? [], [data])
  if (data === undefined)
    return error ? (
      <Failure error={error} again={() => void refetch()} />
    ) : (
      <Loading label={`Loading what is ${status}`} />
    )
  return (
    <div aria-busy={pages.isPlaceholderData}>
      <EndedList
        title={titles[status]}
        decisions={decisions}
        more={hasNextPage ? () => void fetchNextPage() : undefined}
        isMoreComing={isFetchingNextPage}
      />
    </div>
  )
}

type ListProps = {
  title: string
  decisions: readonly ListedDecision[]
  /** Reads on; undefined when all of them are here. */
  more: (() => void) | undefined
  isMoreComing: boolean
}

export function EndedList({ title, decisions, more, isMoreComing }: ListProps) {
  const { me } = useReader()
  const { asked } = useDecisionsAddress()
  const place = decisions.findIndex(each => each.id === asked)
  return (
    <Section eyebrow="ended · newest first" title={title}>
      {decisions.length === 0 ? (
        <Empty>None yet. An answer stays here with who gave it, and goes to its asker by itself.</Empty>
      ) : (
        <VirtualList
          label={title}
          items={decisions}
          keyOf={each => each.id}
          estimate={72}
          here={place < 0 ? undefined : place}
          render={decision => (
            <EndedDecision decision={decision} me={me} provenance={<Provenance decision={decision} />} />
          )}
        />
      )}
      {more !== undefined && (
        <p className="list-foot small">
          <span className="dim">
            {decisions.length} are shown
            {asked !== undefined && place < 0 && `, ${decisionRef(asked)} is not among them`}.
          </span>{' '}
          <Button small busy={isMoreComing} onClick={more}>
            Show more
          </Button>
        </p>
      )}
    </Section>
  )
}
