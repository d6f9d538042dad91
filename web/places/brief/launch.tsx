/** Handing a Brief over: one button, and how it is meant. */
import { type ReactNode, useState } from 'react'
import { Button, Split } from '../../bloom/button.tsx'
import { Field } from '../../bloom/field.tsx'
import { Menu, Pick } from '../../bloom/float/menu.tsx'
import { drawn } from '../../bloom/keys.ts'
import { Notice } from '../../bloom/says.tsx'
import { RefusedNotice } from '../../house/failures.tsx'
import { HarnessPick } from '../brief-runs/harness-pick.tsx'
import type { HandOver, Kind, Leg } from './hand-over.ts'

const legs: readonly { value: Leg | 'due'; name: string; note?: string }[] = [
  { value: 'due', name: 'what is due', note: 'design, build or fix, as it stands' },
  { value: 'design', name: 'design' },
  { value: 'build', name: 'build' },
  { value: 'review', name: 'review' },
  { value: 'fix', name: 'fix' },
]

const kinds: readonly { value: Kind; name: string; note: string }[] = [
  { value: 'fresh', name: 'fresh', note: 'an agent that starts cold' },
  { value: 'continue', name: 'continue', note: 'the agent that worked on it before' },
  { value: 'direct', name: 'direct', note: 'start an agent now' },
]

export function Launch(props: { handOver: HandOver; project: string; onEdit: () => void }) {
  const { handOver, project, onEdit } = props
  const { why, busy, refused } = handOver
  const [saying, setSaying] = useState(false)
  return (
    <form className="launch" aria-label="Dispatch this brief" onSubmit={event => event.preventDefault()}>
      <Split>
        <Button look="petal" keys="d" aria-keyshortcuts="d" busy={busy} refused={why} onClick={handOver.dispatch}>
          Dispatch
        </Button>
        <Menu
          look="split"
          label="More ways to hand over"
          entries={[
            { name: 'Ask for a review', icon: 'shield', onChoose: handOver.review },
            {
              name: saying ? 'Leave out the word for the agent' : 'Add a word for the agent',
              icon: 'session',
              onChoose: () => setSaying(!saying),
            },
          ]}
        />
      </Split>
      {refused && <RefusedNotice said={refused} />}
      {handOver.leavesDraft && (
        <Notice
          tone="amber"
          live
          actions={
            <>
              <Button onClick={onEdit}>Go on writing</Button>
              <Button onClick={handOver.goOn}>Hand over without it</Button>
            </>
          }
        >
          The spec has an unsaved draft, which no agent would see: save it ({drawn('⌘S')}) or discard it first.
        </Notice>
      )}
      <Options handOver={handOver} project={project} />
      {saying && (
        <Field
          label="Word for the agent"
          lines={2}
          value={handOver.options.note}
          onChange={event => handOver.change({ note: event.target.value })}
        />
      )}
    </form>
  )
}

function Options({ handOver: { options, change }, project }: { handOver: HandOver; project: string }) {
  return (
    <dl className="options">
      <Option name="leg">
        <Pick label="leg" silent choices={legs} value={options.leg} onChange={leg => change({ leg })} />
      </Option>
      <Option name="kind">
        <Pick label="kind" silent choices={kinds} value={options.kind} onChange={kind => change({ kind })} />
      </Option>
      <Option name="harness">
        <HarnessPick project={project} value={options.harness} onChange={harness => change({ harness })} />
      </Option>
      <Option name="branch">
        <Written name="branch" any="named after it" value={options.branch} onChange={branch => change({ branch })} />
      </Option>
    </dl>
  )
}

function Option({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A line that may stay empty. */
function Written(props: { name: string; any: string; value: string; onChange: (value: string) => void }) {
  return (
    <input
      className="option-line"
      type="text"
      dir="auto"
      spellCheck={false}
      aria-label={props.name}
      placeholder={props.any}
      value={props.value}
      onChange={event => props.onChange(event.target.value)}
    />
  )
}
