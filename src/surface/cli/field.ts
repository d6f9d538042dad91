/** What of an operation's input the command line has to know: read from its zod schema, one field at a time. */
import type { z } from 'zod'
import { idFields, project } from '#contract/fields.ts'
import { mostId, type Referable } from '#domain/ref.ts'
import { limits } from '#domain/text.ts'

/**
 * text: a long one, which may come from a file or standard input; words: a short one; object: `key=value` or JSON;
 * path: of a file or folder, made absolute.
 */
export type FieldKind =
  | 'text'
  | 'words'
  | 'integer'
  | 'number'
  | 'switch'
  | 'choice'
  | 'id'
  | 'object'
  | 'project'
  | 'path'

export type Field = {
  /** As in the contract: `briefId`. */
  name: string
  /** As on the command line, without dashes: `brief-id`. */
  flag: string
  kind: FieldKind
  /** May be given several times. */
  many: boolean
  required: boolean
  /** `none` stands for null. */
  nullable: boolean
  choices: readonly string[]
  /** Of an `id`. */
  of?: Referable
  /** Of an `object`. */
  parts: readonly Field[]
  /** An `object` that may be a plain text too. */
  orWords: boolean
  least?: number
  most?: number
  about?: string
}

export const kebab = (name: string): string => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
export const camel = (flag: string): string => flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

export const fieldsOf = (input: z.ZodObject): Field[] =>
  Object.entries(input.shape).map(([name, schema]) => fieldOf(name, schema as z.ZodType))

type Check = { _zod: { def: { check: string; inclusive?: boolean } } }
type Loose = z.ZodType & {
  def: {
    type: string
    innerType?: Loose
    element?: Loose
    options?: Loose[]
    shape?: Record<string, Loose>
    format?: string
    checks?: unknown[]
  }
  options?: unknown
  maxLength?: number | null
  minValue?: number | null
  maxValue?: number | null
}

function fieldOf(name: string, schema: z.ZodType): Field {
  const field: Field = {
    name,
    flag: kebab(name),
    kind: 'words',
    many: false,
    required: true,
    nullable: false,
    choices: [],
    parts: [],
    orWords: false,
    ...(schema.description ? { about: schema.description } : {}),
  }
  let inner = schema as Loose
  if (inner === (project as unknown)) field.kind = 'project'
  for (;;) {
    const { type, innerType, element } = inner.def
    if (type === 'optional' || type === 'default') field.required = false
    if (type === 'nullable') field.nullable = true
    if (type === 'array') field.many = true
    const within = innerType ?? element
    if (!within) break
    inner = within
    field.about ??= within.description
  }
  return { ...field, ...(field.kind === 'project' ? {} : readKind(name, inner)) }
}

function readKind(name: string, schema: Loose): Partial<Field> & { kind: FieldKind } {
  const of = idFields.get(schema)
  if (of) return { kind: 'id', of }
  switch (schema.def.type) {
    case 'boolean':
      return { kind: 'switch' }
    case 'number':
      return { kind: isInteger(schema) ? 'integer' : 'number', ...boundsOf(schema) }
    case 'enum':
      return { kind: 'choice', choices: schema.options as string[] }
    case 'object':
      return {
        kind: 'object',
        parts: Object.entries(schema.def.shape ?? {}).map(([part, each]) => fieldOf(part, each)),
      }
    case 'union': {
      const object = schema.def.options?.find(each => each.def.type === 'object')
      return object ? { ...readKind(name, object), orWords: true } : { kind: 'words' }
    }
    default: {
      const most = schema.maxLength ?? undefined
      if (name === 'path') return { kind: 'path' }
      return { kind: (most ?? 0) > limits.line ? 'text' : 'words', ...(most === undefined ? {} : { most }) }
    }
  }
}

const isInteger = (schema: Loose): boolean => schema.def.format === 'safeint'

/** Bounds that every whole number has say nothing. */
function boundsOf(schema: Loose): { least?: number; most?: number } {
  const { minValue, maxValue } = schema
  const isAbove = (schema.def.checks as Check[] | undefined)?.some(
    ({ _zod: { def } }) => def.check === 'greater_than' && !def.inclusive,
  )
  return {
    ...(typeof minValue === 'number' && minValue > -1e15
      ? { least: isAbove && isInteger(schema) ? minValue + 1 : minValue }
      : {}),
    ...(typeof maxValue === 'number' && maxValue < mostId ? { most: maxValue } : {}),
  }
}
