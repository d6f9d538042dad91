/** What comes next, and why it has not begun. */
import type { ReactNode } from 'react'
import type { Output } from '#contract/catalogue.ts'
import { briefRef, dispatchRef } from '#domain/ref.ts'
import { RelativeTime } from '../../bloom/clock.tsx'
import { State } from '../../bloom/glyph.tsx'
import { Ref, Said } from '../../bloom/mark.tsx'
import { Empty, Loading } from '../../bloom/nothing.tsx'
import { AsideSection } from '../../bloom/section.tsx'
import { bareName, counted } from '../../bloom/spoken.ts'
import { Words } from '../../house/words.tsx'

type Waiting = Output<'recall.queue'>
/** `ready`: how many Briefs can be handed over in all. */
type ListsProps = { queue: Waiting; ready: number | undefined }

/** As many of each stand here. */
const most = 6

/** `failed` stands where it could not be read. */
export function Queue({ queue, ready, failed }: Partial<ListsProps> & { failed: ReactNode }) {
  return (
    <AsideSection id="queue" eyebrow="hand-off · next" title="Queue">
      {queue === undefined ? (failed ?? <Loading label="Loading the queue" />) : <Lists queue={queue} ready={ready} />}
    </AsideSection>
  )
}

function Lists({ queue: { queued, dispatchable, waiting }, ready = dispatchable.length }: ListsProps) {
  if (queued.length + dispatchable.length + waiting.length === 0)
    return <Empty>Nothing waits. What is planned and not yet handed over stands here.</Empty>
  return (
    <>
      {queued.length > 0 && (
        <ul className="people next" aria-label="Handed over, not yet begun">
          {queued.slice(0, most).map(row => (
            <li key={row.id}>
              <Next id={row.briefId} title={row.title} state={row.waits ? 'waits' : 'queued'} />
              <span className="small dim">
                {dispatchRef(row.id)} {row.leg} <RelativeTime at={row.since} />
              </span>
              <span className="next-why">{whyQueued(row)}</span>
            </li>
          ))}
        </ul>
      )}
      {dispatchable.length > 0 && (
        <p className="small next-ready">
          <Ref href="/briefs?q=is:dispatchable">{counted(ready, 'Brief')}</Ref> can be handed over.
        </p>
      )}
      {waiting.length > 0 && (
        <ul className="people next" aria-label="Waiting, with the reason">
          {waiting.slice(0, most).map(brief => (
            <li key={brief.id}>
              <Next id={brief.id} title={brief.title} state="waits" />
              <span className="next-why">
                <Said>
                  <Words text={brief.why} />
                </Said>
              </span>
            </li>
          ))}
        </ul>
      )}
      <More count={Math.max(0, queued.length - most) + Math.max(0, waiting.length - most)} />
    </>
  )
}

function Next({ id, title, state }: { id: number; title: string; state: 'queued' | 'waits' }) {
  return (
    <span className="next-what">
      <State state={state}>
        <Ref href={`/briefs/${id}`}>{briefRef(id)}</Ref> <Said>{title}</Said>
      </State>
    </span>
  )
}

function More({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="small">
      <a className="ref" href="/briefs?q=status:dispatched,planned">
        {count} more
      </a>
    </p>
  )
}

function whyQueued({ waits, meantFor }: Waiting['queued'][number]): ReactNode {
  if (waits)
    return (
      <Said>
        <Words text={waits} />
      </Said>
    )
  return meantFor === null ? 'until an agent claims it' : <Said>{`kept for ${bareName(meantFor)}`}</Said>
}
