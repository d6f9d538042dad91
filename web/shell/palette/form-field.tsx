import type { ChangeEvent } from 'react'
import { Field } from '../../bloom/field.tsx'
import { Pick } from '../../bloom/float/menu.tsx'
import type { FormField as Of } from './fields.ts'
import { no, none, yes } from './filled.ts'

/** `addDependsOn` → `add depends on`; a part of an object with its whole before it. */
export const labelOf = (path: string): string =>
  path
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace('.', ', ')
    .replace(/ Id$/, '')
    .toLowerCase()

const examples = { brief: '#4', dispatch: 'd148', decision: 'q12', scratchpad: 's399', worktree: 'w3', merge: 'm7' }

function hintOf({ kind, about, nullable, choices, numbers, of, example }: Of): string | undefined {
  const hints = [
    // `Brief #` only says what the field is.
    about !== undefined && !/^\w+ [#a-z]$/.test(about) ? about : undefined,
    kind === 'list' ? (numbers ? 'one or more, apart by a comma' : 'one a line') : undefined,
    kind === 'list' && choices.length > 0 ? choices.join(', ') : undefined,
    kind === 'json' ? `JSON: ${example}` : undefined,
    nullable ? `${none} takes it away` : undefined,
    of !== undefined && kind !== 'list' ? `such as ${examples[of]}` : undefined,
  ]
  return hints.filter(Boolean).join('; ') || undefined
}

/** One field of a form that the contract describes. */
export function FormField(props: {
  field: Of
  value: string
  wrong: string | undefined
  onChange: (value: string) => void
  onFile: (file: File) => void
}) {
  const { field, value, wrong, onChange } = props
  const label = labelOf(field.path)
  const shared = { label, hint: hintOf(field), refused: wrong, spellCheck: field.kind === 'text' }
  if (field.kind === 'choice' || field.kind === 'switch') return <Choosing {...props} label={label} />
  if (field.kind === 'bytes')
    return (
      <Field
        {...shared}
        type="file"
        onChange={({ target }) => target.files?.[0] !== undefined && props.onFile(target.files[0])}
      />
    )
  if (field.kind === 'text' || field.kind === 'json' || (field.kind === 'list' && !field.numbers))
    return (
      <Field
        {...shared}
        lines={field.kind === 'text' ? 4 : 2}
        value={value}
        onChange={({ target }: ChangeEvent<HTMLTextAreaElement>) => onChange(target.value)}
      />
    )
  return <Field {...shared} value={value} autoComplete="off" onChange={event => onChange(event.target.value)} />
}

function Choosing({ field, value, wrong, label, onChange }: Parameters<typeof FormField>[0] & { label: string }) {
  const choices = field.kind === 'switch' ? [yes, no] : field.choices
  return (
    <div className="fieldset">
      <Pick
        label={label}
        value={value}
        choices={[
          ...(field.required ? [] : [{ value: '', name: 'as it is' }]),
          ...choices.map(each => ({ value: each, name: each.replaceAll('_', ' ') })),
          ...(field.required && value === '' ? [{ value: '', name: 'choose one' }] : []),
        ]}
        onChange={onChange}
      />
      {wrong !== undefined && (
        <span className="clay-ink small" role="status">
          {wrong}
        </span>
      )}
      {field.about !== undefined && <span className="field-hint">{field.about}</span>}
    </div>
  )
}
