import { useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../../bloom/button.tsx'
import { LiveDot } from '../../bloom/mark.tsx'
import { Empty, Loading } from '../../bloom/nothing.tsx'
import { Newer } from '../../bloom/says.tsx'
import { RefusedNotice } from '../../house/failures.tsx'
import { useFollowedLog } from './follow-log.ts'
import type { LogLine } from './log-lines.ts'
import type { Place } from './serving.ts'

/** The log of a service as it grows. Whoever has scrolled up reads on undisturbed. */
export function ServiceLog({ place, service, onClose }: { place: Place; service: string; onClose: () => void }) {
  const { lines, failed } = useFollowedLog(place, service)
  return (
    <div className="log">
      <p className="label">
        <LiveDot /> log of {service}
        <IconButton icon="failed" label={`Shut the log of ${service}`} onClick={onClose} />
      </p>
      {failed && <RefusedNotice said={failed} />}
      {lines === undefined ? (
        !failed && <Loading label={`Loading the log of ${service}`} />
      ) : lines.length === 0 ? (
        <Empty>It has written nothing yet.</Empty>
      ) : (
        <Tail label={`Log of ${service}`} lines={lines} />
      )}
    </div>
  )
}

/** So near to the end that somebody wants to see what comes, in pixels. */
const nearEnd = 24

function Tail({ label, lines }: { label: string; lines: readonly LogLine[] }) {
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState<number | null>(null)
  const last = lines.at(-1)?.no ?? 0
  const toEnd = () => box.current?.scrollTo({ top: box.current.scrollHeight })
  useLayoutEffect(() => {
    if (seen === null && last > 0) box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [seen, last])
  const onScroll = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = box.current ?? {}
    const isAtEnd = scrollHeight - scrollTop - clientHeight < nearEnd
    setSeen(before => (isAtEnd ? null : (before ?? last)))
  }
  return (
    <>
      {/* It scrolls, so a keyboard has to reach it. */}
      <div ref={box} className="well log-lines" role="group" tabIndex={0} aria-label={label} onScroll={onScroll}>
        {lines.map(line => (
          <p key={line.no} className={line.isGap ? 'dim' : undefined} dir="auto">
            {line.text === '' ? ' ' : line.text}
          </p>
        ))}
      </div>
      <Newer count={seen === null ? 0 : last - seen} noun="line" onShow={toEnd} />
    </>
  )
}
