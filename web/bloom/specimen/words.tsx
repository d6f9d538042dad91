import { useState } from 'react'
import { Button, Kbd } from '../button.tsx'
import { Ref } from '../mark.tsx'
import { AllDone, Empty, ErrorState, FirstVisit, Loading, NotYours, Old } from '../nothing.tsx'
import { Newer, Notice, Toast } from '../says.tsx'
import { Section } from '../section.tsx'
import { ago } from './piece.tsx'

const nothing = () => {}

export function HouseSays() {
  const [newer, setNewer] = useState(2)
  return (
    <Section id="said" eyebrow="refused · kept · undone" title="What the house says">
      <div className="says">
        <Notice tone="clay" actions={<Button small>See who holds it</Button>}>
          <b>d152 is held by flower-codex</b> under token 89 until 14:36. Your token 88 is older, so nothing was
          written.
        </Notice>
        <Notice tone="amber" actions={<Button small>Try now</Button>}>
          <b>You are offline since 14:28.</b> What you see is from then; what you write is kept here and sent when the
          house answers. 2 drafts wait.
        </Notice>
        <Notice
          tone="petal"
          actions={
            <>
              <Button small>Show the line</Button>
              <Button small>Trust</Button>
            </>
          }
        >
          <b>Trust the commands of this repository?</b> They changed since you last said yes: one line in{' '}
          <span className="mono">prepare</span>.
        </Notice>
        <Newer count={newer} noun="event" onShow={() => setNewer(0)} />
        <Toast onUndo={nothing}>
          m48 queued for <Ref href="/briefs/4">#4</Ref>
        </Toast>
      </div>
    </Section>
  )
}

export function Nothings() {
  return (
    <Section id="places" eyebrow="empty · loading · error · not yours" title="A place with nothing in it">
      <div className="nothings">
        <div>
          <p className="label">dispatch, empty</p>
          <Empty>No dispatch requests yet — dispatch above to generate a copy-paste packet.</Empty>
        </div>
        <div>
          <p className="label">dispatch, blocked</p>
          <Empty state="blocked">
            Can’t be handed over: <Ref href="/briefs/29">#29</Ref> is not in MAIN and{' '}
            <Ref href="/decisions#q12">q12</Ref> is open. It starts by itself when both are done.
          </Empty>
        </div>
        <div>
          <p className="label">dispatch, waits for approval</p>
          <Empty state="asks">
            Waits for an operator’s approval, because it came from an incident. <Button small>Approve</Button>
          </Empty>
        </div>
        <div>
          <p className="label">dispatch, closed</p>
          <Empty>Complete since 2 days, landed as m38. Reopen it to hand it over again.</Empty>
        </div>
        <div>
          <p className="label">relationships, empty</p>
          <Empty>No dependencies — dispatchable once planned.</Empty>
        </div>
        <div>
          <p className="label">needs you, empty</p>
          <AllDone>Nothing needs you. The last answer was yours, 1h ago.</AllDone>
        </div>
        <div>
          <p className="label">loading</p>
          <Loading />
        </div>
        <div>
          <p className="label">error</p>
          <ErrorState action={<Button small>Restore the branch</Button>}>
            The diff could not be read: the branch is gone. Its tip is kept as <span className="mono">rescue/w3/2</span>
            .
          </ErrorState>
        </div>
        <div>
          <p className="label">not yours</p>
          <NotYours>
            Your token reads this project and can’t answer decisions. Ask operator:ada for the operator role.
          </NotYours>
        </div>
        <div>
          <p className="label">older than it looks</p>
          <Old asOf={ago(4)} />
        </div>
      </div>
    </Section>
  )
}

export function First() {
  return (
    <Section id="first" eyebrow="first visit · three steps" title="Nothing here yet">
      <FirstVisit
        steps={[
          {
            title: 'Add a project',
            done: true,
            children: (
              <>
                flower was found in this folder; its MAIN is <span className="mono">main</span>.
              </>
            ),
          },
          {
            title: 'Capture what should happen',
            children: (
              <>
                One line is enough. <Kbd>c</Kbd>
              </>
            ),
            action: <Button look="petal">Capture a brief</Button>,
          },
          {
            title: 'Hand it over',
            children: (
              <>
                An agent claims it and works in a tree of its own. <Kbd>d</Kbd>
              </>
            ),
          },
        ]}
      />
    </Section>
  )
}
