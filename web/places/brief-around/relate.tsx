/** Naming another Brief as a dependency or as the epic. */
import { type FormEvent, useState } from 'react'
import { readRef } from '#domain/ref.ts'
import { Button, Fold } from '../../bloom/button.tsx'
import { Field } from '../../bloom/field.tsx'
import { Pick } from '../../bloom/float/menu.tsx'
import type { Write } from '../../house/write.ts'
import { isTaken } from '../../house/write.ts'

const relations = [
  { value: 'dependency', name: 'depends on' },
  { value: 'epic', name: 'belongs to the epic' },
] as const
type Relation = (typeof relations)[number]['value']

export function Relate({ briefId, relate }: { briefId: number; relate: Write<'brief.relate'> }) {
  const [open, setOpen] = useState(false)
  const [relation, setRelation] = useState<Relation>('dependency')
  const [text, setText] = useState('')
  const other = readRef('brief', text)
  const wrong = text.trim() !== '' && other === undefined ? 'write the number of a Brief: #4' : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (other === undefined || relate.busy) return
    const part = relation === 'epic' ? { parentId: other } : { addDependsOn: [other] }
    if (await isTaken(relate.write({ briefId, ...part }))) setText('')
  }
  return (
    <>
      <Fold open={open} onClick={() => setOpen(!open)}>
        add a relation
      </Fold>
      {open && (
        <form className="small-form" aria-label="Add a relation" onSubmit={event => void submit(event)}>
          <Pick label="it" choices={relations} value={relation} onChange={setRelation} />
          <Field
            label="Number of the other brief"
            silent
            placeholder="#4"
            inputMode="numeric"
            value={text}
            refused={wrong}
            onChange={event => setText(event.target.value)}
          />
          <Button small type="submit" busy={relate.busy} refused={text.trim() === '' ? 'name one first' : wrong}>
            Add
          </Button>
        </form>
      )}
    </>
  )
}
