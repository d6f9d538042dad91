/** Taking a question back: nobody can ask it again under its number, so it takes a second word. */
import { useState } from 'react'
import type { DecisionView } from '#contract/shapes.ts'
import { decisionRef } from '#domain/ref.ts'
import { Button } from '../../bloom/button.tsx'
import { Field } from '../../bloom/field.tsx'
import { Dialog } from '../../bloom/float/dialog.tsx'
import { Said } from '../../bloom/mark.tsx'
import { RefusedNotice } from '../../house/failures.tsx'
import { isTaken, useWrite } from '../../house/write.ts'

export function Withdraw({ decision }: { decision: DecisionView }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="bare" clay onClick={() => setOpen(true)}>
        Withdraw…
      </Button>
      {open && <WithdrawDialog decision={decision} onClose={() => setOpen(false)} />}
    </>
  )
}

function WithdrawDialog({ decision, onClose }: { decision: DecisionView; onClose: () => void }) {
  const { id: decisionId, askedBy, briefId, blocking } = decision
  const name = decisionRef(decisionId)
  const [reason, setReason] = useState('')
  const { write, busy, refused } = useWrite('decision.withdraw', { done: () => ({ words: `${name} is withdrawn.` }) })
  const withdraw = async () => {
    if (await isTaken(write({ decisionId, reason: reason.trim() || undefined }))) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Withdraw ${name}?`}
      actions={
        <>
          <Button onClick={onClose}>Leave it open</Button>
          <Button clay busy={busy} onClick={() => void withdraw()}>
            Withdraw {name}
          </Button>
        </>
      }
    >
      <p>
        It stays in the trace without an answer, and <Said>{askedBy}</Said> hears that none will come.
        {blocking && briefId !== null && ' It holds its Brief up no more.'}
      </p>
      <Field
        label="Why, if you like"
        value={reason}
        maxLength={2000}
        onChange={event => setReason(event.target.value)}
      />
      {refused && <RefusedNotice said={refused} />}
    </Dialog>
  )
}
