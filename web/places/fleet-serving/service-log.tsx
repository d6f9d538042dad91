import { IconButton } from '../../bloom/button.tsx'
import { Tail } from '../../bloom/list/tail.tsx'
import { LiveDot } from '../../bloom/mark.tsx'
import { Empty, Loading } from '../../bloom/nothing.tsx'
import { api } from '../../house/api.ts'
import { RefusedNotice } from '../../house/failures.tsx'
import { useFollowed } from '../../house/follow.ts'
import { grown, type LogLine } from './log-lines.ts'
import type { Place } from './serving.ts'

/** The log of a service as it grows. */
export function ServiceLog({ place, service, onClose }: { place: Place; service: string; onClose: () => void }) {
  const { lines, failed } = useFollowed({
    read: (from, signal) => api.call('service.logs', { ...place, service, ...from }, { signal }),
    grow: (before: readonly LogLine[], answer) => grown(before, answer),
  })
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
        <Tail
          label={`Log of ${service}`}
          lines={lines.map(({ no, text, isGap }) => ({
            no,
            words: text === '' ? ' ' : text,
            className: isGap && 'dim',
          }))}
        />
      )}
    </div>
  )
}
