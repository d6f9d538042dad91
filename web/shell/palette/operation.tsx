/** One operation in the palette: its form, what came back, and the press that it asks for twice. */
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { entryOf, type OperationName } from '#contract/catalogue.ts'
import { Button, Fold } from '../../bloom/button.tsx'
import { Notice } from '../../bloom/says.tsx'
import { RefusedNotice } from '../../house/failures.tsx'
import { Answer } from './answer.tsx'
import type { Given } from './entry.ts'
import { type Form, useForm } from './form.ts'
import { FormField, labelOf } from './form-field.tsx'
import { isGrave } from './operations.ts'
import { useRun } from './run.ts'

export function Operation(props: { operation: OperationName; given: Given; onBack: () => void; onClose: () => void }) {
  const { operation, onBack } = props
  const { effect, summary } = entryOf(operation)
  const form = useForm(operation, props.given)
  const { run, busy, refused, answer } = useRun(operation)
  const [asksAgain, setAsksAgain] = useState(false)
  const [again, setAgain] = useState(false)
  const send = async () => {
    setAsksAgain(false)
    if (!(await run(form.input))) return
    form.clear()
    setAgain(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || !form.check()) return
    if (isGrave(operation) && !asksAgain) setAsksAgain(true)
    else void send()
  }
  // A question that misses nothing is asked at once.
  const asks = useRef(effect === 'read' && form.ready)
  useEffect(() => {
    if (!asks.current) return
    asks.current = false
    void run(form.input)
  })
  const isAnswered = answer !== undefined && !again
  return (
    <>
      <header className="palette-head-line">
        <Button small look="bare" icon="left" onClick={onBack}>
          Back
        </Button>
        <h2 className="mono">{operation}</h2>
      </header>
      <div className="palette-body">
        <p className="meta">{summary}</p>
        {isAnswered ? (
          <Answer operation={operation} answer={answer} onAgain={() => setAgain(true)} onClose={props.onClose} />
        ) : (
          <form className="palette-form" onSubmit={submit} noValidate>
            <Fields form={form} />
            {form.wrong.get('') !== undefined && <Notice tone="clay">{form.wrong.get('')}</Notice>}
            {refused && <RefusedNotice said={refused} />}
            {asksAgain && (
              <Notice tone="amber" live>
                This takes something away, or can’t be taken back by a press. Is it meant?
              </Notice>
            )}
            <div className="dialog-do">
              <Submit operation={operation} busy={busy} asksAgain={asksAgain} onLeave={() => setAsksAgain(false)} />
            </div>
          </form>
        )}
      </div>
    </>
  )
}

function Submit(props: { operation: OperationName; busy: boolean; asksAgain: boolean; onLeave: () => void }) {
  const { operation, busy, asksAgain } = props
  const word = entryOf(operation).effect === 'read' ? 'Ask' : 'Do it'
  if (!asksAgain)
    return (
      <Button look="petal" type="submit" busy={busy} clay={isGrave(operation)}>
        {word}
      </Button>
    )
  return (
    <>
      {/* Its own button: one that became the submitting one within a press would send the form. */}
      <Button key="leave" onClick={props.onLeave}>
        Leave it
      </Button>
      <Button key="send" type="submit" busy={busy} clay>
        Yes, do it
      </Button>
    </>
  )
}

/** What it can't do without first; the rest behind a fold, which opens when something in it is wrong. */
function Fields({ form }: { form: Form }) {
  const [open, setOpen] = useState(false)
  const rest = useId()
  const first = form.fields.filter(field => field.subject)
  const more = form.fields.filter(field => !field.subject)
  const isOpen = open || first.length === 0 || more.some(({ path }) => form.wrong.has(path))
  const draw = (field: Form['fields'][number]) => (
    <FormField
      key={field.path}
      field={field}
      value={form.typed[field.path] ?? ''}
      wrong={form.wrong.get(field.path)}
      onChange={text => form.set(field.path, text)}
      onFile={form.setFile}
    />
  )
  return (
    <>
      {first.map(draw)}
      {more.length > 0 && first.length > 0 && (
        <Fold open={isOpen} aria-controls={rest} onClick={() => setOpen(!isOpen)}>
          {more.map(({ path }) => labelOf(path)).join(', ')}
        </Fold>
      )}
      <div id={rest} className="palette-form">
        {isOpen && more.map(draw)}
      </div>
    </>
  )
}
