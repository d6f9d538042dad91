/** What is chosen of the list, and what can be done with all of it. */

import { type FormEvent, useState } from 'react'
import type { BriefRow } from '#contract/shapes.ts'
import { Button } from '../../bloom/button.tsx'
import { Field } from '../../bloom/field.tsx'
import { Menu } from '../../bloom/float/menu.tsx'
import { useKeys } from '../../bloom/keys.ts'
import { Said } from '../../bloom/mark.tsx'
import { Notice } from '../../bloom/says.tsx'
import { Words } from '../../house/words.tsx'
import { statusesByHand } from '../brief/status-menu.tsx'
import { spoken } from '../brief/words.ts'
import { type BulkAction, useBulkActions } from './actions.ts'
import { type Ended, useBulk } from './bulk.ts'
import type { Chosen } from './chosen.ts'

const priorities = ['first', 'soon', 'usual', 'later', 'last'] as const

type BarProps = { chosen: Chosen; listed: ReadonlySet<number> }

/** `listed` are those that can be seen: of any other that is chosen the bar speaks. */
export function BulkBar({ chosen, listed }: BarProps) {
  const bulk = useBulk()
  const { running, ended } = bulk
  const count = chosen.rows.length
  return (
    <>
      {ended && <Summary ended={ended} onClose={bulk.close} />}
      {(count > 0 || running) && (
        <div className="bulk" role="group" aria-label="With all that are chosen">
          <b role="status">{running ? `${running.words} ${running.count} of ${running.of}` : `${count} chosen`}</b>
          {running ? (
            <Button small onClick={running.stop}>
              Stop
            </Button>
          ) : (
            <Tools chosen={chosen} listed={listed} run={bulk.run} />
          )}
        </div>
      )}
    </>
  )
}

type Run = ReturnType<typeof useBulk>['run']

function Tools({ chosen, listed, run }: BarProps & { run: Run }) {
  const [labelling, setLabelling] = useState(false)
  const actions = useBulkActions()
  const { rows, clear } = chosen
  const act = (action: BulkAction) => run(action, rows)
  const handOver = () => act(actions.handOver())
  useKeys([
    { keys: 'Escape', words: 'choose none', act: clear },
    { keys: 'd', words: 'hand the chosen over', act: handOver },
  ])
  return (
    <>
      <Button small keys="d" onClick={handOver}>
        Hand over
      </Button>
      <Button small onClick={() => act(actions.approve())}>
        Approve
      </Button>
      <Ways name="Status" entries={statusesByHand.map(status => [spoken(status), () => act(actions.status(status))])} />
      <Ways
        name="Priority"
        entries={priorities.map((word, priority) => [`${priority}, ${word}`, () => act(actions.priority(priority))])}
      />
      <Button small aria-expanded={labelling} onClick={() => setLabelling(!labelling)}>
        Labels
      </Button>
      <Ways
        name="Auto-dispatch"
        entries={[
          ['on', () => act(actions.autoDispatch(true))],
          ['off', () => act(actions.autoDispatch(false))],
        ]}
      />
      <span className="grow" />
      <Unseen chosen={chosen} listed={listed} />
      <Button small look="bare" keys="esc" onClick={clear}>
        Clear
      </Button>
      {labelling && <LabelForm onLabel={(label, isOn) => act(actions.label(label, isOn))} />}
    </>
  )
}

function Ways({
  name,
  entries,
}: {
  name: string
  entries: readonly (readonly [name: string, onChoose: () => void])[]
}) {
  return (
    <Menu
      look="line"
      label={`${name} of all that are chosen`}
      entries={entries.map(([word, onChoose]) => ({ name: word, onChoose }))}
    >
      {name}
    </Menu>
  )
}

/** Nothing is chosen invisibly. */
function Unseen({ chosen, listed }: { chosen: Chosen; listed: ReadonlySet<number> }) {
  const unseen = chosen.rows.filter(row => !listed.has(row.id)).map(row => row.id)
  if (unseen.length === 0) return null
  const some = unseen.slice(0, 5).map(id => `#${id}`)
  return (
    <span className="small bulk-unseen" role="status">
      {unseen.length} of them not in this list: {some.join(', ')}
      {unseen.length > some.length && ' …'}{' '}
      <Button small look="bare" onClick={() => chosen.drop(unseen)}>
        leave {unseen.length === 1 ? 'it' : 'them'} out
      </Button>
    </span>
  )
}

function LabelForm({ onLabel }: { onLabel: (label: string, isOn: boolean) => void }) {
  const [text, setText] = useState('')
  const label = text.trim()
  const why = label === '' ? 'write a label first' : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (why === undefined) onLabel(label, true)
  }
  return (
    <form className="bulk-label" aria-label="Label of all that are chosen" onSubmit={submit}>
      <Field
        label="Label"
        silent
        autoFocus
        placeholder="a label"
        maxLength={60}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <Button small type="submit" refused={why}>
        Add
      </Button>
      {why === undefined && (
        <Button small onClick={() => onLabel(label, false)}>
          Take away
        </Button>
      )}
    </form>
  )
}

/** Who was refused, why, and what would help. It stays until somebody has read it. */
function Summary({ ended: { words, refused, undo }, onClose }: { ended: Ended; onClose: () => void }) {
  return (
    <Notice
      tone="clay"
      live
      actions={
        <>
          {undo && (
            <Button small onClick={undo}>
              Undo
            </Button>
          )}
          <Button small look="bare" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <b>{words}</b>
      <span className="bulk-refused" role="list">
        {refused.map(({ row, said }) => (
          <Told key={row.id} row={row} words={`${said.sentence} ${said.next}`} />
        ))}
      </span>
    </Notice>
  )
}

function Told({ row, words }: { row: BriefRow; words: string }) {
  return (
    <span role="listitem">
      <a className="ref" href={`/briefs/${row.id}`}>
        #{row.id}
      </a>{' '}
      <Said>{row.title}</Said>: <Words text={words} />
    </span>
  )
}
