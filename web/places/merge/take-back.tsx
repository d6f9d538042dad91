import { useState } from 'react'
import { Button } from '../../bloom/button.tsx'
import { Field } from '../../bloom/field.tsx'
import { Dialog } from '../../bloom/float/dialog.tsx'
import { Said } from '../../bloom/mark.tsx'
import { RefusedNotice } from '../../house/failures.tsx'
import { useWrite } from '../../house/write.ts'
import { mergeRef } from './words.ts'

/** Taking a landing back: said before what that does, as MAIN moves forward for it and never back. */
export function TakeBack(props: { mergeId: number; title: string; onClose: () => void }) {
  const { mergeId, title, onClose } = props
  const name = mergeRef(mergeId)
  const [reason, setReason] = useState('')
  const { write, busy, refused } = useWrite('merge.revert', {
    done: output => ({ words: `${mergeRef(output.mergeId)} takes ${name} back once it is green.` }),
  })
  const takeBack = () => {
    const said = reason.trim()
    void write({ mergeId, ...(said !== '' && { reason: said }) }).then(onClose, () => {})
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <>
          Take {name} <Said>{title}</Said> back?
        </>
      }
      actions={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button clay busy={busy} onClick={takeBack}>
            Take {name} back
          </Button>
        </>
      }
    >
      <ol className="will-happen">
        <li>A commit that undoes exactly what {name} brought is put into the queue, before everything else.</li>
        <li>It passes the same gates; where later work needs what it undoes, it comes back as a conflict.</li>
        <li>Once it has landed, the Brief is open again. History stays: nothing is rewritten.</li>
      </ol>
      <Field
        label="Why"
        hint="kept in the trace"
        lines={2}
        value={reason}
        maxLength={300}
        onChange={event => setReason(event.target.value)}
      />
      {refused && <RefusedNotice said={refused} />}
    </Dialog>
  )
}
