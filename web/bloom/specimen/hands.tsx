import { useState } from 'react'
import { Button, IconButton, Split } from '../button.tsx'
import { Filters, Segment, Switch } from '../choice.tsx'
import { Field } from '../field.tsx'
import { Dialog } from '../float/dialog.tsx'
import { Menu, Pick } from '../float/menu.tsx'
import { BlockedChip, Chip, Chips, Ref, StatusChip, Tag } from '../mark.tsx'
import { Section } from '../section.tsx'
import { Piece } from './piece.tsx'

const nothing = () => {}

function Buttons() {
  return (
    <>
      <Piece label="the one primary action">
        <Button look="petal" keys="d">
          Dispatch
        </Button>
        <Button look="petal" className="is-hover">
          Hovered
        </Button>
        <Button look="petal" className="is-focus">
          Focused
        </Button>
        <Button look="petal" refused="blocked by #29, not in MAIN yet">
          Dispatch
        </Button>
        <Split>
          <Button look="petal">Dispatch</Button>
          <Menu
            look="split"
            label="More ways to hand over"
            entries={[
              { name: 'Dispatch a review', icon: 'arrow', onChoose: nothing },
              { name: 'Copy the packet', icon: 'copy', keys: 'p', onChoose: nothing },
              { name: 'Dispatch a design', onChoose: nothing, refused: 'a design leg is running' },
              'line',
              { name: 'Cancel all', icon: 'stop', clay: true, onChoose: nothing },
            ]}
          />
        </Split>
      </Piece>
      <Piece label="everything else">
        <Button>Copy packet</Button>
        <Button className="is-hover">Hovered</Button>
        <Button className="is-focus">Focused</Button>
        <Button busy>Landing</Button>
        <Button icon="merge" refused="waits: review asked for changes (d148)">
          Land
        </Button>
        <Button look="bare">Discuss</Button>
        <Button clay>Remove for good</Button>
        <Button small>Small</Button>
        <IconButton icon="pencil" label="Edit the title" keys="e" />
        <IconButton icon="stop" label="Stop" refused="nothing runs" />
      </Piece>
    </>
  )
}

function Choices() {
  const [kind, setKind] = useState<'fresh' | 'continue' | 'direct'>('continue')
  const [leg, setLeg] = useState<'design' | 'build' | 'review'>('build')
  const [on, setOn] = useState(true)
  const [filter, setFilter] = useState<'all' | 'words' | 'spec'>('all')
  return (
    <>
      <Piece label="segment, pick, switch">
        <Segment
          label="Kind"
          value={kind}
          onChange={setKind}
          choices={[
            { value: 'fresh', name: 'fresh' },
            { value: 'continue', name: 'continue' },
            { value: 'direct', name: 'direct' },
          ]}
        />
        <Pick
          label="leg"
          value={leg}
          onChange={setLeg}
          choices={[
            { value: 'design', name: 'design', note: 'amends the spec' },
            { value: 'build', name: 'build' },
            { value: 'review', name: 'review', refused: 'nothing to review yet' },
          ]}
        />
        <Switch label="on" on={on} onChange={setOn} />
        <Switch label="off" on={!on} onChange={next => setOn(!next)} />
        <Switch label="Auto-dispatch" hint="when it reaches planned" on onChange={nothing} />
        <Switch label="Review gate" refused="only an operator may lift it" on onChange={nothing} />
      </Piece>
      <Piece label="filters">
        <Filters
          label="Filter the specimen"
          value={filter}
          onChange={setFilter}
          choices={[
            { value: 'all', name: 'all', count: 214 },
            { value: 'words', name: 'words', count: 31 },
            { value: 'spec', name: 'spec', count: 12 },
          ]}
        />
      </Piece>
    </>
  )
}

function Floating() {
  const [open, setOpen] = useState(false)
  return (
    <Piece label="what floats">
      <Menu label="More for d152" entries={[{ name: 'Park', icon: 'parked', onChoose: nothing }]} />
      <Button onClick={() => setOpen(true)}>Open a dialog</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Remove w3 for good?"
        actions={
          <>
            <Button look="bare" onClick={() => setOpen(false)}>
              Keep it
            </Button>
            <Button clay onClick={() => setOpen(false)}>
              Remove for good
            </Button>
          </>
        }
      >
        Its branch and a snapshot of what isn’t committed stay.
      </Dialog>
    </Piece>
  )
}

export function Hands() {
  return (
    <Section id="controls" eyebrow="hands · on" title="Controls">
      <Buttons />
      <Choices />
      <Piece label="field">
        <Field label="A field" silent placeholder="at rest" />
        <Field label="A focused field" silent defaultValue="focused" className="is-focus" />
        <Field
          label="A refused field"
          silent
          defaultValue="feat/$(id)"
          refused="a name holds a–z, 0–9, dot, dash and slash"
        />
        <Field label="With its label" hint="and a hint below" lines={2} />
      </Piece>
      <Piece label="chips">
        <Chips>
          {[
            <StatusChip key="status" status="planned" />,
            <Chip key="origin">note</Chip>,
            <Chip key="project" href="#chips">
              flower
            </Chip>,
            <BlockedChip key="blocked">
              blocked by <Ref href="/briefs/29">#29</Ref>, not in MAIN yet
            </BlockedChip>,
          ]}
        </Chips>
        <Tag>duplicate</Tag>
      </Piece>
      <Floating />
    </Section>
  )
}
