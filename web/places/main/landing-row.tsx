import { useState } from 'react'
import type { LandingView, MergeView } from '#contract/shapes.ts'
import { briefRef } from '#domain/ref.ts'
import { Button } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { State, StateGlyph } from '../../bloom/glyph.tsx'
import { Icon } from '../../bloom/icon.tsx'
import { Ref, Said, Tag } from '../../bloom/mark.tsx'
import { Proof } from '../merge/proof.tsx'
import { Steps } from '../merge/steps.tsx'
import { TakeBack } from '../merge/take-back.tsx'
import { mergeRef, short, stateOf } from '../merge/words.ts'
import type { Reader } from '../merge/writes.ts'

/** A landing goes by what it brought, so that `#m7` leads to it; one without goes by its own number. */
export const landingKey = ({ id, mergeIds }: LandingView): string => {
  const last = mergeIds.at(-1)
  return last === undefined ? `landing-${id}` : mergeRef(last)
}

export type LandingRowProps = {
  landing: LandingView
  titles: ReadonlyMap<number, string | null>
  reverts: ReadonlyMap<number, MergeView>
  reader: Reader
  isNew: boolean
  isHere: boolean
  isOpen: boolean
  onToggle: (key: string) => void
}

/** A commit of MAIN or of an integration branch: what it brought, and why it may be there. */
export function LandingRow(props: LandingRowProps) {
  const { landing, reader, isOpen, isHere } = props
  const key = landingKey(landing)
  const classes = ['landing', props.isNew && 'is-new', isHere && 'is-here']
  const isQuiet = landing.steps.every(({ status }) => status === 'done' || status === 'declined')
  return (
    <li id={key} className={classes.filter(Boolean).join(' ')} aria-current={isHere || undefined}>
      <div className="landing-line">
        <button type="button" className="m-open" aria-expanded={isOpen} onClick={() => props.onToggle(key)}>
          {landing.mergeIds.length === 0 ? short(landing.commit) : landing.mergeIds.map(mergeRef).join(' ')}{' '}
          <Icon name={isOpen ? 'down' : 'right'} />
        </button>
        <What {...props} />
        <span className="l-commit mono" title={landing.commit}>
          {landing.mergeIds.length > 0 && short(landing.commit)}
        </span>
        <GateMarks landing={landing} />
        <span className="m-age num small dim">
          <RelativeTime at={landing.at} />
        </span>
      </div>
      {(isOpen || !isQuiet) && <Steps landing={landing} reader={reader} />}
      {isOpen && <Opened {...props} />}
    </li>
  )
}

function What({ landing, titles, reverts }: LandingRowProps) {
  const { briefIds, mergeIds, by, branch } = landing
  const title = mergeIds.map(id => titles.get(id)).find(Boolean)
  const back = mergeIds.map(id => reverts.get(id)).find(each => each !== undefined)
  return (
    <span className="merge-title">
      {briefIds.map(id => (
        <span key={id}>
          <Ref href={`/briefs/${id}`}>{briefRef(id)}</Ref>{' '}
        </span>
      ))}
      {title && <Said>{title}</Said>}
      {by === 'outside' && (
        <span className="dim">put there by somebody else{landing.gates.length > 0 && ', judged green'}</span>
      )}
      {by === 'queue' && mergeIds.length === 0 && <span className="dim">a commit on the way to the next</span>}
      {by === 'queue' && mergeIds.length > 0 && briefIds.length === 0 && !title && (
        <span className="dim">a branch of no Brief</span>
      )}{' '}
      {back && (
        <span className="small amber-ink">
          {back.status === 'landed' ? 'taken back by' : `${stateOf(back).words}: taken back by`}{' '}
          <Ref href={`/main#${mergeRef(back.id)}`}>{mergeRef(back.id)}</Ref>
        </span>
      )}{' '}
      <span className="hide">in {branch}</span>
    </span>
  )
}

function GateMarks({ landing: { gates } }: { landing: LandingView }) {
  return (
    <span className="l-gates gates">
      {gates.length === 0 && <Tag>no gates</Tag>}
      {gates.map(({ gate, verdict }) => (
        <span key={gate} className="gate" title={verdict === 'flaky' ? 'green on retry, a flake' : verdict}>
          <StateGlyph state={verdict === 'flaky' ? 'waits' : 'done'} />
          <Said>{gate}</Said>
          <span className="hide">{verdict === 'flaky' ? ' green on retry, a flake' : ' passed'}</span>
        </span>
      ))}
    </span>
  )
}

function Opened({ landing, titles, reverts, reader }: LandingRowProps) {
  const [taking, setTaking] = useState<number>()
  return (
    <div className="landing-in">
      <Proof landing={landing} />
      {reader.mayWrite && landing.mergeIds.length > 0 && (
        <p className="landing-do">
          {landing.mergeIds.map(id =>
            reverts.has(id) ? (
              <State key={id} state="changes">
                {mergeRef(id)} is being taken back, or was
              </State>
            ) : (
              <Button key={id} small clay icon="undo" onClick={() => setTaking(id)}>
                Take {mergeRef(id)} back
              </Button>
            ),
          )}
        </p>
      )}
      {taking !== undefined && (
        <TakeBack mergeId={taking} title={titles.get(taking) ?? ''} onClose={() => setTaking(undefined)} />
      )}
    </div>
  )
}
