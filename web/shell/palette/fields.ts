/** The form of an operation, read from its contract. Pure. */
import type { z } from 'zod'
import { entryOf, type OperationName } from '#contract/catalogue.ts'
import { idFields } from '#contract/fields.ts'
import type { Referable } from '#domain/ref.ts'
import { limits } from '#domain/text.ts'

/** `list`: one a line. `json`: what has too many parts for a form. `bytes`: a file. */
export type FieldKind = 'line' | 'text' | 'number' | 'ref' | 'switch' | 'choice' | 'list' | 'json' | 'bytes'

export type FormField = {
  /** As in the contract; a part of an object after a point: `budget.usd`. */
  path: string
  kind: FieldKind
  required: boolean
  /** It is what the operation is about: required, or given by its place on a command line. */
  subject: boolean
  /** `none` stands for nothing. */
  nullable: boolean
  choices: readonly string[]
  /** Of a `ref`, or of a `list` of them. */
  of?: Referable
  /** Of a `list`: its entries are numbers. Of a `line`: what is a number is meant as one. */
  numbers?: boolean
  about?: string
  /** Of a `json`: how it begins. */
  example?: string
}

type Loose = z.ZodType & {
  def: {
    type: string
    format?: string
    innerType?: Loose
    element?: Loose
    options?: Loose[]
    shape?: Record<string, Loose>
  }
  options?: unknown
  maxLength?: number | null
}

/** A field with a description of its own is another schema, but is still called so. */
const named = /^(brief|dispatch|decision|scratchpad|worktree|merge)Id$/

export function fieldsOf(operation: OperationName): FormField[] {
  const { input, cli } = entryOf(operation)
  return Object.entries(input.shape)
    .flatMap(([name, schema]) => read(name, schema as Loose))
    .map(field => ({ ...field, subject: field.required || cli?.positional?.includes(field.path) === true }))
}

function read(path: string, schema: Loose): Omit<FormField, 'subject'>[] {
  const found = unwrap(schema)
  const { inner, required, nullable, about } = found
  const { shape } = inner.def
  // Parts of an object that is left out are left out with it.
  if (shape && !found.many)
    return Object.entries(shape).flatMap(([name, part]) =>
      read(`${path}.${name}`, part).map(field => ({ ...field, required: field.required && required })),
    )
  return [
    {
      path,
      kind: found.many ? 'list' : 'line',
      required,
      nullable,
      choices: [],
      ...(about !== undefined && { about }),
      ...kindOf(path, inner, found.many),
    },
  ]
}

function unwrap(schema: Loose) {
  let [inner, required, nullable, many, about] = [schema, true, false, false, schema.description]
  for (;;) {
    const { type, innerType, element } = inner.def
    if (type === 'optional' || type === 'default') required = false
    if (type === 'nullable') nullable = true
    if (type === 'array') many = true
    const within = innerType ?? element
    if (within === undefined) return { inner, required, nullable, many, about }
    inner = within
    about ??= inner.description
  }
}

function kindOf(path: string, inner: Loose, many: boolean): Partial<FormField> {
  const { type, format, shape, options } = inner.def
  const of = idFields.get(inner) ?? (named.exec(path)?.[1] as Referable | undefined)
  if (of) return many ? { of, numbers: true } : { kind: 'ref', of }
  if (type === 'enum') return { choices: inner.options as string[], ...(!many && { kind: 'choice' }) }
  if (type === 'number') return many ? { numbers: true } : { kind: 'number' }
  if (shape) return { kind: 'json', example: `[${example(shape)}]` }
  if (many) return {}
  if (type === 'boolean') return { kind: 'switch' }
  if (format === 'base64') return { kind: 'bytes' }
  if (type === 'string') return (inner.maxLength ?? 0) > limits.line ? { kind: 'text' } : {}
  if (options) return { numbers: options.some(each => each.def.type === 'number') }
  return { kind: 'json', example: '{}' }
}

const example = (shape: Record<string, Loose>): string =>
  `{${Object.entries(shape)
    .filter(([, part]) => unwrap(part).required)
    .map(([name]) => `"${name}": `)
    .join(', ')}}`
