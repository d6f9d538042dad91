import { IconButton } from '../../bloom/button.tsx'
import { ClockTime } from '../../bloom/clock.tsx'
import { Tail } from '../../bloom/list/tail.tsx'
import { LiveDot, Said } from '../../bloom/mark.tsx'
import { Empty, Loading } from '../../bloom/nothing.tsx'
import { api } from '../../house/api.ts'
import { RefusedNotice } from '../../house/failures.tsx'
import { useFollowed } from '../../house/follow.ts'
import './agents.css'
import { grownSaid, type SaidLine } from './said-lines.ts'

/** What a run says and does, as it does it; another run is another component. `name` is what it is called here. */
export function AgentLog({ run, name, onClose }: { run: string; name: string; onClose: () => void }) {
  const { lines, ended, failed } = useFollowed({
    read: (from, signal) => api.call('agent.log', { agent: run, ...from }, { signal }),
    grow: (before: readonly SaidLine[], { items }) => grownSaid(before, items),
  })
  return (
    <div className="log">
      <p className="label">
        {!ended && <LiveDot />} log of <Said>{name}</Said> {run}
        {ended && ', ended'}
        <IconButton icon="failed" label={`Shut the log of ${name}`} onClick={onClose} />
      </p>
      {failed && <RefusedNotice said={failed} />}
      {lines === undefined ? (
        !failed && <Loading label={`Loading the log of ${name}`} />
      ) : lines.length === 0 ? (
        <Empty>It has said nothing yet.</Empty>
      ) : (
        <Tail
          label={`Log of ${name}`}
          lines={lines.map(line => ({ no: line.no, words: <Line line={line} />, className: `said-${line.kind}` }))}
        />
      )}
    </div>
  )
}

function Line({ line: { at, what, text } }: { line: SaidLine }) {
  return (
    <>
      <span className="said-at">
        <ClockTime at={at} />
      </span>
      {what !== '' && <b>{what} </b>}
      <Said>{text}</Said>
    </>
  )
}
