/** Making an epic of a Brief: what it falls into, one a line. */
import { type FormEvent, useId, useState } from 'react'
import { Button, Fold } from '../../bloom/button.tsx'
import { Switch } from '../../bloom/choice.tsx'
import { Field } from '../../bloom/field.tsx'
import { counted } from '../../bloom/spoken.ts'
import { useDraft } from '../../bloom/write/draft.ts'
import { RefusedNotice } from '../../house/failures.tsx'
import { isTaken, useWrite } from '../../house/write.ts'

/** As many as one call takes. */
const most = 50

export function Split({ briefId }: { briefId: number }) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useDraft(`split ${briefId}`)
  const [inTurn, setInTurn] = useState(true)
  const splitting = useWrite('brief.split', {
    done: ({ children }) => ({ words: `#${briefId} is an epic of ${counted(children.length, 'new Brief')}.` }),
  })
  const lines = text.split('\n').flatMap(line => line.trim() || [])
  const why = lines.length === 0 ? 'write what it falls into' : lines.length > most ? `${most} at once` : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (why !== undefined || splitting.busy) return
    const children = lines.map((line, at) => ({ text: line, ...(inTurn && at > 0 && { after: [at - 1] }) }))
    if (!(await isTaken(splitting.write({ briefId, children })))) return
    setText('')
    setOpen(false)
  }
  const form = useId()
  return (
    <>
      <Fold open={open} aria-controls={open ? form : undefined} onClick={() => setOpen(!open)}>
        split it
      </Fold>
      {open && (
        <form id={form} className="small-form" aria-label="Split it" onSubmit={event => void submit(event)}>
          <Field
            label="What it falls into, one a line"
            lines={3}
            placeholder={'Lay the paths\nPlant the beds'}
            value={text}
            onChange={event => setText(event.target.value)}
          />
          <Switch label="One after the other" hint="each waits for the one before" on={inTurn} onChange={setInTurn} />
          <Button small type="submit" busy={splitting.busy} refused={why}>
            Split into {lines.length || 'children'}
          </Button>
          {splitting.refused && <RefusedNotice said={splitting.refused} />}
        </form>
      )}
    </>
  )
}
