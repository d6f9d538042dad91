import { useState } from 'react'
import { EventRow, FoldedRun, Snapshot, Trace } from '../event.tsx'
import { Pick } from '../float/menu.tsx'
import { LiveDot, PlusMinus, Ref } from '../mark.tsx'
import { Section, Verified } from '../section.tsx'
import { Prose } from '../text/prose.tsx'
import { Capture } from '../write/capture.tsx'
import { Composer } from '../write/composer.tsx'
import { ago } from './piece.tsx'

const nothing = () => {}

/** A house that takes two seconds, so that the progress can be seen. */
function slowly(_file: File, progress: (share: number) => void, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let share = 0
    const timer = setInterval(() => {
      share += 0.1
      progress(Math.min(1, share))
      if (share < 1) return
      clearInterval(timer)
      resolve('/api/attachment/1')
    }, 200)
    signal.addEventListener('abort', () => {
      clearInterval(timer)
      reject(new Error('taken back'))
    })
  })
}

export function Writing() {
  const [sent, setSent] = useState<string | null>(null)
  const [kind, setKind] = useState<'note' | 'comment'>('note')
  return (
    <>
      <Composer
        label="Note"
        draft="specimen"
        submit="Add"
        placeholder="A note, in Markdown. #4 links a brief, @agent asks one."
        onFile={slowly}
        tools={
          <Pick
            label="as"
            value={kind}
            onChange={setKind}
            choices={[
              { value: 'note', name: 'note' },
              { value: 'comment', name: 'comment' },
            ]}
          />
        }
        onSend={async text => {
          if (text.startsWith('refuse')) throw new Error('The Brief is closed.')
          setSent(text)
        }}
      />
      <p role="status" className="small dim">
        {sent !== null && `added: ${sent}`}
      </p>
    </>
  )
}

export function Events() {
  const [open, setOpen] = useState(false)
  return (
    <Section
      id="trace"
      eyebrow="provenance · append-only"
      title="Trace"
      tools={
        <>
          <Verified>214 events</Verified>
          <span className="live">
            <LiveDot />
            live
          </span>
        </>
      }
    >
      <Writing />
      <Trace>
        {[
          <EventRow
            key="4812"
            no={4812}
            at={ago(0)}
            kind="gate passed"
            node="leaf"
            tone="leaf"
            wording={
              <>
                <span className="mono">test</span> on candidate{' '}
                <Ref mono href="/main#m44">
                  3f9c1e2
                </Ref>{' '}
                in 1m 48s
              </>
            }
            actorKind="system"
            actor="merge-queue"
            hash="9c1f"
            fresh
            first
          />,
          <EventRow
            key="4801"
            no={4801}
            at={ago(11)}
            kind="comment"
            node="words"
            body={<Prose text="The second `web` is now refused as `ports.taken`, see d148." />}
            actorKind="agent"
            actor="flower-design"
            hash="51bd"
          />,
          open ? (
            <EventRow
              key="quiet"
              no={4702}
              at={ago(190)}
              kind="links added"
              node="plain"
              wording={<Ref href="/recall?ref=s399">s399</Ref>}
              actorKind="agent"
              actor="flower-orchestrator"
              hash="b2f6"
            />
          ) : (
            <FoldedRun key="quiet" onOpen={() => setOpen(true)}>
              46 quieter events: heartbeats, links, checks
            </FoldedRun>
          ),
          <EventRow
            key="4655"
            no={4655}
            at={ago(320)}
            kind="guard refused"
            node="thorn"
            tone="clay"
            wording={
              <>
                an edit of <span className="mono">src/machine/ports.ts</span> in MAIN by flower-codex
              </>
            }
            actorKind="system"
            actor="guard"
            hash="02ce"
          />,
          <EventRow
            key="3990"
            no={3990}
            at={ago(2900)}
            kind="spec snapshot"
            node="page"
            wording={
              <>
                r6, kept when r7 was written <PlusMinus added={38} removed={12} />
              </>
            }
            body={
              <Snapshot>
                <p>Agents that build directly in MAIN break what is served.</p>
              </Snapshot>
            }
            actorKind="system"
            actor="flower-orchestrator"
            hash="d81c"
          />,
          <EventRow
            key="3604"
            no={3604}
            at={ago(7200)}
            kind="captured"
            node="words"
            body={<p>Give the ops loop a stable place of its own.</p>}
            actorKind="operator"
            actor="ada"
            hash="5c03"
            root
          />,
        ]}
      </Trace>
    </Section>
  )
}

export function Captures() {
  return (
    <Section id="capture" eyebrow="capture · briefs" title="Capture">
      <Capture
        draft="specimen capture"
        similar={[
          {
            id: 31,
            href: '/briefs/31',
            status: 'planned',
            title: (
              <>
                <mark>Ops follows MAIN</mark> from its own <mark>checkout</mark>
              </>
            ),
            note: 'planned, blocked by q12',
            action: 'Add this to it',
            onAction: async () => {},
          },
        ]}
        onText={nothing}
        onFile={slowly}
        onCapture={async () => {}}
      />
    </Section>
  )
}
