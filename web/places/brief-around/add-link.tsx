/** Tying something to a Brief by hand. */
import { type FormEvent, useState } from 'react'
import { Button, Fold } from '../../bloom/button.tsx'
import { Field } from '../../bloom/field.tsx'
import { Pick } from '../../bloom/float/menu.tsx'
import { RefusedNotice } from '../../house/failures.tsx'
import { isTaken, useWrite } from '../../house/write.ts'

const types = [
  { value: 'commit', name: 'commit' },
  { value: 'branch', name: 'branch' },
  { value: 'session', name: 'session' },
  { value: 'scratchpad', name: 'scratchpad' },
  { value: 'site', name: 'site' },
  { value: 'pull_request', name: 'pull request' },
  { value: 'file', name: 'file' },
  { value: 'url', name: 'address' },
] as const
type LinkType = (typeof types)[number]['value']

export function AddLink({ briefId }: { briefId: number }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Fold open={open} onClick={() => setOpen(!open)}>
        add a link
      </Fold>
      {open && <LinkForm briefId={briefId} />}
    </>
  )
}

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text)

function LinkForm({ briefId }: { briefId: number }) {
  const [type, setType] = useState<LinkType>('commit')
  const [ref, setRef] = useState('')
  const [title, setTitle] = useState('')
  const [relation, setRelation] = useState('mentions')
  const { write, busy, refused } = useWrite('brief.link', { done: () => ({ words: 'The link is added.' }) })
  const missing = ref.trim() === '' ? 'say what it is' : relation.trim() === '' ? 'say how it belongs here' : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (missing !== undefined || busy) return
    const at = ref.trim()
    const link = { briefId, type, ref: at, relation: relation.trim(), title: title.trim() || undefined }
    if (!(await isTaken(write({ ...link, url: isAddress(at) ? at : undefined })))) return
    setRef('')
    setTitle('')
  }
  return (
    <form className="small-form" aria-label="Add a link" onSubmit={event => void submit(event)}>
      <Pick label="type" choices={types} value={type} onChange={setType} />
      <Field label="Name or address" value={ref} onChange={event => setRef(event.target.value)} />
      <Field label="Title" hint="if it has one" value={title} onChange={event => setTitle(event.target.value)} />
      <Field
        label="Relation"
        hint="made, mentions, proves …"
        maxLength={40}
        value={relation}
        onChange={event => setRelation(event.target.value)}
      />
      <Button small type="submit" busy={busy} refused={missing}>
        Add
      </Button>
      {refused && <RefusedNotice said={refused} />}
    </form>
  )
}
