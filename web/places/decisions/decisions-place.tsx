import { useEffect, useRef } from 'react'
import { Filters } from '../../bloom/choice.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Loading } from '../../bloom/nothing.tsx'
import { Aside, Eyebrow, Sheet } from '../../bloom/section.tsx'
import { Failure } from '../../house/failures.tsx'
import { shows, useDecisionsAddress } from './address.ts'
import './decisions-place.css'
import { EndedList, EndedOf } from './ended-list.tsx'
import { isForPeople, openOf } from './held.ts'
import { OpenList } from './open-list.tsx'
import { useDecisions } from './reads.ts'
import { SetsAside } from './sets-aside.tsx'

type Read = ReturnType<typeof useDecisions>

/** Decisions: what is asked, oldest first, with its answers in place; and what was answered and withdrawn. */
export function DecisionsPlace() {
  const { project } = useDecisionsAddress()
  const read = useDecisions(project)
  useEffect(() => {
    document.title = 'Decisions · flower'
  }, [])
  return (
    <Sheet place="decisions">
      <div className="head">
        <Eyebrow>waits · on you</Eyebrow>
        <Lede read={read} />
      </div>
      <div className="main">
        {read.isRead ? (
          <Shown read={read} />
        ) : read.error ? (
          <Failure error={read.error} again={read.again} />
        ) : (
          <Loading label="Loading decisions" />
        )}
      </div>
      <Aside label="Sets of decisions">
        <SetsAside decisions={read.items} />
      </Aside>
    </Sheet>
  )
}

/** `2 wait for you, the oldest since 2h; 1 holds its Brief up.` */
function Lede({ read }: { read: Read }) {
  const open = openOf(read.items).filter(isForPeople)
  const [oldest] = open
  const holding = open.filter(each => each.blocking && each.briefId !== null).length
  if (!read.isRead) return <h1 className="lede">Decisions</h1>
  if (oldest === undefined)
    return (
      <h1 className="lede">
        <span className="hide">Decisions: </span>
        <b>Nothing waits</b> for you.
      </h1>
    )
  return (
    <h1 className="lede">
      <span className="hide">Decisions: </span>
      <b>{open.length}</b> {open.length === 1 ? 'waits' : 'wait'} for you,{' '}
      {open.length === 1 ? 'asked ' : 'the oldest asked '}
      <RelativeTime at={oldest.askedAt} ago />
      {holding > 0 && (
        <>
          ; <b className="amber-ink">{holding}</b> {holding === 1 ? 'holds its Brief up' : 'hold their Briefs up'}
        </>
      )}
      .
    </h1>
  )
}

function Shown({ read }: { read: Read }) {
  const { show, project, asked, change } = useDecisionsAddress()
  const { items } = read
  const open = openOf(items)
  // A link to one that has ended meanwhile leads to it all the same.
  const isElsewhere = show === 'open' && items.some(each => each.id === asked && each.status !== 'open')
  const led = useRef<number>(undefined)
  useEffect(() => {
    if (asked === undefined || led.current === asked) return
    led.current = asked
    if (isElsewhere) change({ show: 'all' })
  }, [isElsewhere, asked, change])
  return (
    <>
      <Filters
        label="Which decisions"
        choices={shows.map(value => ({ value, name: value, count: value === 'open' ? open.length : undefined }))}
        value={show}
        onChange={next => change({ show: next === 'open' ? undefined : next })}
      />
      {(show === 'open' || show === 'all') && (
        <OpenList key={project ?? ''} list={project ?? ''} items={items} project={project} />
      )}
      {show === 'all' && (
        <EndedList
          title="Answered and withdrawn"
          decisions={items.filter(each => each.status !== 'open')}
          more={read.more}
          isMoreComing={read.isMoreComing}
        />
      )}
      {(show === 'answered' || show === 'withdrawn') && <EndedOf key={show} status={show} project={project} />}
    </>
  )
}
