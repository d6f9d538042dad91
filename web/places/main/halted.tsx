/** Why nothing lands now, and what would let it go on. */
import type { ReactNode } from 'react'
import type { MainView } from '#contract/shapes.ts'
import { Button } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Notice } from '../../bloom/says.tsx'
import { RefusedNotice } from '../../house/failures.tsx'
import { Words } from '../../house/words.tsx'
import { GateLog } from '../merge/gates.tsx'
import { few } from '../merge/words.ts'
import type { Reader } from '../merge/writes.ts'
import { LostNotice } from './lost.tsx'
import type { Pausing } from './pausing.ts'
import { filesWords } from './words.ts'

type HaltedProps = {
  main: MainView
  /** Of the queue, in the house's words; undefined while it runs. */
  halt: string | undefined
  reader: Reader
  pausing: Pausing
  onRescue: () => void
}

export function Halted(props: HaltedProps) {
  const { main, halt, reader, pausing } = props
  const isDirty = main.standing?.status === 'dirty' && main.errand !== 'rescue'
  const holdsUp = isDirty && !isAround(main)
  return (
    <div className="halts">
      {isDirty && <Dirty {...props} />}
      {main.lost && <LostNotice lost={main.lost} branch={main.branch} reader={reader} />}
      {main.paused && (
        <Notice
          tone="amber"
          live
          actions={
            reader.isOperator && (
              <Button small busy={pausing.busy} onClick={pausing.resume}>
                Let it go on
              </Button>
            )
          }
        >
          <b>The queue is paused</b> by <Said>{main.paused.by}</Said> <RelativeTime at={main.paused.at} ago />
          {main.paused.reason !== '' && (
            <>
              :{' '}
              <Said>
                <Words text={main.paused.reason} />
              </Said>
            </>
          )}
          . What was begun is finished; nothing else lands.
        </Notice>
      )}
      {main.red && (
        <div>
          <Notice tone="clay" live>
            <b>MAIN is red by itself</b>, by gate <Said>{main.red.gate}</Said>, <RelativeTime at={main.red.since} ago />
            . Only a branch that mends it lands; all else waits.
          </Notice>
          <GateLog run={main.red} />
        </div>
      )}
      {!holdsUp && !main.paused && halt !== undefined && (
        <Notice tone="amber" live>
          <b>Nothing lands now.</b> <Why text={halt} />
        </Notice>
      )}
      {main.reason !== null && (
        <Notice
          tone="clay"
          live
          actions={
            reader.isOperator &&
            main.unfinished !== undefined && (
              <Button small icon="tree" onClick={props.onRescue}>
                Go on with the rescue
              </Button>
            )
          }
        >
          <b>What was asked last did not work.</b> <Why text={main.reason} />
        </Notice>
      )}
      {pausing.refused && <RefusedNotice said={pausing.refused} />}
    </div>
  )
}

/** Nothing but files that git does not know. */
const isAround = ({ standing }: MainView): boolean => standing !== null && standing.changed === standing.untracked

function Why({ text }: { text: string }): ReactNode {
  return (
    <Said>
      <Words text={`${text.replace(/^(?!flower\b)./, first => first.toUpperCase()).replace(/\.$/, '')}.`} />
    </Said>
  )
}

function Dirty({ main, reader, onRescue }: HaltedProps) {
  const { standing, saved } = main
  if (standing === null) return null
  const kept = saved[0]
  return (
    <Notice
      tone="clay"
      live
      actions={
        reader.isOperator && (
          <Button small icon="tree" onClick={onRescue}>
            Move into a worktree
          </Button>
        )
      }
    >
      <b>{filesWords(standing.changed)} of MAIN changed from outside</b>
      {isAround(main) ? `; what lands goes around ${standing.changed === 1 ? 'it' : 'them'}` : ', so nothing lands'}:{' '}
      <span className="mono small">
        <Said>{few(standing.files, standing.changed, 4)}</Said>
      </span>
      .{' '}
      {kept && (
        <>
          Kept as <span className="mono small">{kept.ref}</span>
          {kept.active.length > 0 && (
            <>
              ; at work then: <Said>{kept.active.join(', ')}</Said>
            </>
          )}
          .
        </>
      )}
    </Notice>
  )
}
