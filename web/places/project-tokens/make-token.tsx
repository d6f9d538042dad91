/** Making a token. Its secret is told once, here, and kept nowhere. */
import { type FormEvent, useState } from 'react'
import type { Input, Output } from '#contract/catalogue.ts'
import { Button } from '../../bloom/button.tsx'
import { Field } from '../../bloom/field.tsx'
import { Pick } from '../../bloom/float/menu.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Notice } from '../../bloom/says.tsx'
import { Well } from '../../bloom/text/well.tsx'
import { Words } from '../../house/words.tsx'
import { useWrite } from '../../house/write.ts'

type Role = Input<'token.create'>['role']

const roles: readonly { value: Role; name: string; note: string }[] = [
  { value: 'builder', name: 'builder', note: 'claims and builds' },
  { value: 'reviewer', name: 'reviewer', note: 'reviews what others built' },
  { value: 'designer', name: 'designer', note: 'claims design legs' },
  { value: 'ops', name: 'ops', note: 'watches MAIN' },
  { value: 'lead', name: 'lead', note: 'plans and hands over' },
  { value: 'orchestrator', name: 'orchestrator', note: 'plans, hands over and sees all' },
  { value: 'viewer', name: 'viewer', note: 'reads, and changes nothing' },
  { value: 'operator', name: 'operator', note: 'may do everything, as a person' },
]

const terms = [
  { value: 'never', name: 'until it is revoked', days: null },
  { value: 'day', name: 'for a day', days: 1 },
  { value: 'month', name: 'for 30 days', days: 30 },
  { value: 'year', name: 'for a year', days: 365 },
] as const
type Term = (typeof terms)[number]['value']

const day = 86_400_000

function endOf(term: Term): string | undefined {
  const days = terms.find(each => each.value === term)?.days ?? null
  return days === null ? undefined : new Date(Date.now() + days * day).toISOString()
}

type Made = Output<'token.create'> & { name: string }

export function MakeToken() {
  const [made, setMade] = useState<Made>()
  if (made) return <Secret made={made} onDone={() => setMade(undefined)} />
  return <Form onMade={setMade} />
}

function Form({ onMade }: { onMade: (made: Made) => void }) {
  const [name, setName] = useState('')
  const [actor, setActor] = useState('')
  const [role, setRole] = useState<Role>('builder')
  const [term, setTerm] = useState<Term>('never')
  const { write, busy, refused } = useWrite('token.create')
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || name.trim() === '') return
    const input = { name: name.trim(), role, actor: actor.trim() || undefined, expiresAt: endOf(term) }
    void write(input).then(
      output => onMade({ ...output, name: input.name }),
      () => {},
    )
  }
  return (
    <form className="make-token" onSubmit={onSubmit}>
      <Field
        label="Name of the token"
        value={name}
        maxLength={120}
        placeholder="laptop"
        autoComplete="off"
        onChange={event => setName(event.target.value)}
        refused={refused && <Words text={`${refused.sentence} ${refused.next}`} />}
      />
      <Field
        label="Acts as"
        value={actor}
        maxLength={100}
        placeholder={`${role === 'operator' || role === 'viewer' ? 'operator' : 'agent'}:${name.trim() || 'laptop'}`}
        autoComplete="off"
        spellCheck={false}
        onChange={event => setActor(event.target.value)}
      />
      <Pick label="role" value={role} choices={roles} onChange={setRole} />
      <Pick label="good" value={term} choices={terms} onChange={setTerm} />
      <Button type="submit" busy={busy} refused={name.trim() === '' ? 'give it a name first' : undefined}>
        Make a token
      </Button>
    </form>
  )
}

function Secret({ made, onDone }: { made: Made; onDone: () => void }) {
  return (
    <div className="token-secret">
      <Notice
        tone="petal"
        live
        actions={
          <Button small onClick={onDone}>
            I have it
          </Button>
        }
      >
        <b>
          The secret of <Said>{made.name}</Said> is shown this once.
        </b>{' '}
        Copy it to where it is used; flower keeps only what it can be checked against.
      </Notice>
      <Well label="secret" text={made.secret} copy="Copy the secret" />
      <p className="small dim">
        <Words text={made.next} />
      </p>
    </div>
  )
}
