import { type ReactNode, useState } from 'react'
import { Segment } from '../choice.tsx'
import { shortCount } from '../figure.tsx'
import { Icon } from '../icon.tsx'

/** What JSON can hold; a missing member may also be written as undefined. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json | undefined }

type Held = readonly Json[] | JsonObject

function entriesOf(value: Held): [string, Json][] {
  return Object.entries(value).filter((entry): entry is [string, Json] => entry[1] !== undefined)
}

function isHeld(value: Json): value is Held {
  return typeof value === 'object' && value !== null && entriesOf(value).length > 0
}

function summary(value: Json): string {
  if (typeof value === 'string') return value.length > 80 ? `${shortCount(value.length)} characters` : value
  if (Array.isArray(value)) return value.length === 0 ? '[ ]' : String(value.length)
  if (typeof value === 'object' && value !== null) return Object.keys(value).join(', ') || '{ }'
  return String(value)
}

function Entry({ name, value, depth }: { name: string; value: Json; depth: number }) {
  const [open, setOpen] = useState(false)
  const long = typeof value === 'string' && value.length > 80
  const folds = long || isHeld(value)
  const style = { paddingInlineStart: `${depth + (folds ? 0 : 1)}rem` }
  if (!folds) {
    return (
      <div style={style}>
        <dt>{name}</dt>
        <dd dir="auto">{summary(value)}</dd>
      </div>
    )
  }
  return (
    <>
      <div className="is-fold" style={style}>
        <dt>
          <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
            <Icon name={open ? 'down' : 'right'} />
            {name}
          </button>
        </dt>
        <dd dir="auto">{open && long ? value : summary(value)}</dd>
      </div>
      {open &&
        isHeld(value) &&
        entriesOf(value).map(([inner, held]) => <Entry key={inner} name={inner} value={held} depth={depth + 1} />)}
    </>
  )
}

const forms = [
  { value: 'structured', name: 'structured' },
  { value: 'raw', name: 'raw' },
] as const

/** A payload as an agent gets it: folded by its parts, or word for word. `size` is its count of tokens and bytes. */
export function Payload({ label, value, size }: { label: string; value: JsonObject; size: ReactNode }) {
  const [form, setForm] = useState<'structured' | 'raw'>('structured')
  return (
    <div className="eye">
      <div className="eye-bar">
        <Segment label={`Form of ${label}`} choices={forms} value={form} onChange={setForm} />
        <span className="small">{size}</span>
      </div>
      {form === 'structured' ? (
        <dl className="well tree-view">
          {entriesOf(value).map(([name, held]) => (
            <Entry key={name} name={name} value={held} depth={0} />
          ))}
        </dl>
      ) : (
        <pre className="well raw-text" role="group" tabIndex={0} aria-label={`${label}, raw`}>
          {JSON.stringify(value, null, 2)}
        </pre>
      )}
    </div>
  )
}
