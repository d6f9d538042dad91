/** Telling an agent something, and stopping it: what happens is said before. */
import { type FormEvent, useId, useState } from 'react'
import type { AgentView } from '#contract/agent.ts'
import { briefRef, dispatchRef } from '#domain/ref.ts'
import { Button } from '../../bloom/button.tsx'
import { Field } from '../../bloom/field.tsx'
import { Dialog } from '../../bloom/float/dialog.tsx'
import { Said } from '../../bloom/mark.tsx'
import { bareName } from '../../bloom/spoken.ts'
import { useDraft } from '../../bloom/write/draft.ts'
import { RefusedNotice } from '../../house/failures.tsx'
import './agents.css'
import type { AgentWrites } from './writes.ts'

type DialogProps = { agent: AgentView; writes: AgentWrites; onClose: () => void }

export function MessageDialog({ agent, writes, onClose }: DialogProps) {
  const form = useId()
  const name = bareName(agent.actor)
  const [body, setBody] = useDraft(`message ${agent.project} ${agent.actor}`)
  const missing = body.trim() === '' ? 'write something first' : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (missing !== undefined || writes.busy || !(await writes.message(body.trim()))) return
    setBody('')
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <>
          Tell <Said>{name}</Said>
        </>
      }
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button look="petal" type="submit" form={form} busy={writes.busy} refused={missing}>
            Send
          </Button>
        </>
      }
    >
      <form id={form} className="will-note" onSubmit={event => void submit(event)}>
        <Field
          label="Message"
          lines={4}
          hint={
            agent.liveness === 'waiting_permission'
              ? 'It waits for a permission and reads this after that.'
              : 'It reads it with the answer of its next tool, or at once when it waits for words.'
          }
          value={body}
          onChange={event => setBody(event.target.value)}
        />
      </form>
      {writes.refused && <RefusedNotice said={writes.refused} />}
    </Dialog>
  )
}

export function StopDialog({ agent, writes, onClose }: DialogProps) {
  const [note, setNote] = useState('')
  const name = bareName(agent.actor)
  const { dispatchId, briefId } = agent
  const stop = async () => {
    if (await writes.stop(note)) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <>
          Stop <Said>{name}</Said>?
        </>
      }
      actions={
        <>
          <Button onClick={onClose}>Let it work</Button>
          <Button clay busy={writes.busy} onClick={() => void stop()}>
            Stop it
          </Button>
        </>
      }
    >
      <ol className="will-happen">
        <li>It is ended now, with every process that it started.</li>
        {dispatchId !== null && (
          <li>{dispatchRef(dispatchId)} is cancelled, so that nobody starts it again at once.</li>
        )}
        <li>Its commits and changed files stay in the worktree.</li>
        {briefId !== null && <li>Hand {briefRef(briefId)} over again to go on.</li>}
      </ol>
      <div className="will-note">
        <Field label="Why, for the trace" value={note} onChange={event => setNote(event.target.value)} />
      </div>
      {writes.refused && <RefusedNotice said={writes.refused} />}
    </Dialog>
  )
}
