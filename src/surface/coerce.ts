/** Forgives how a door spells values: a list that arrives as JSON text is read as the list. What can't be read so stays, for the house to refuse by name. */
import { z } from 'zod'
import { briefId, decisionId, dispatchId, scratchpadId, worktreeId } from '#contract/fields.ts'
import { type Referable, readRef } from '#domain/ref.ts'

/** Ids that are also read with their mark: `#4`, `d148`. */
const marked = new Map<z.core.$ZodType, Referable>([
  [briefId, 'brief'],
  [dispatchId, 'dispatch'],
  [decisionId, 'decision'],
  [scratchpadId, 'scratchpad'],
  [worktreeId, 'worktree'],
])

/**
 * Reads `raw` as what `schema` asks for, where it says the same in other letters: JSON text for an object, list, number
 * or boolean, `#4` for the id 4, null for a field that is left out. Never makes a text one element of a list of texts.
 */
export function coerceInput(schema: z.ZodObject, raw: unknown): unknown {
  return coerce(schema, raw ?? {})
}

function coerce(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodReadonly)
    return coerce(schema.unwrap(), value)
  if (schema instanceof z.ZodNullable) return isNull(schema, value) ? null : coerce(schema.unwrap(), value)
  if (schema instanceof z.ZodObject) return coerceObject(schema, value)
  if (schema instanceof z.ZodArray) return coerceArray(schema.element, value)
  if (schema instanceof z.ZodUnion) return coerceUnion(schema, value)
  if (schema instanceof z.ZodNumber) return coerceNumber(schema, value)
  if (schema instanceof z.ZodBoolean) return value === 'true' ? true : value === 'false' ? false : value
  if (schema instanceof z.ZodString && typeof value === 'number') return String(value)
  return value
}

function coerceObject(schema: z.ZodObject, value: unknown): unknown {
  const object = isObject(value) ? value : fromJson(value, isObject)
  if (!isObject(object)) return value
  const fields: Record<string, z.core.$ZodType> = schema.shape
  const entries = Object.entries(object).flatMap(([key, each]) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    if (!field) return [[key, each]]
    return isLeftOut(field, each) ? [] : [[key, coerce(field, each)]]
  })
  return Object.fromEntries(entries)
}

function coerceArray(element: z.core.$ZodType, value: unknown): unknown {
  const list = Array.isArray(value) ? value : fromJson(value, Array.isArray)
  if (Array.isArray(list)) return list.map(each => coerce(element, each))
  // One id or one word of a closed list can only be meant as a list of one; a free text could be anything.
  const single = coerce(element, value)
  const closed = element instanceof z.ZodNumber || element instanceof z.ZodEnum
  return closed && z.safeParse(element, single).success ? [single] : value
}

/** Takes the first reading that fits; the value as it came goes before every other. */
function coerceUnion(schema: z.ZodUnion, value: unknown): unknown {
  const readings = schema.options.map(option => ({ option, value: coerce(option, value) }))
  // A text that is the JSON of an object is meant as the object, though it would pass as a text.
  const object = readings.find(each => isObject(each.value) && z.safeParse(each.option, each.value).success)
  if (object) return object.value
  if (schema.safeParse(value).success) return value
  return readings.find(each => z.safeParse(each.option, each.value).success)?.value ?? value
}

function coerceNumber(schema: z.ZodNumber, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim()
  const mark = marked.get(schema)
  const id = mark && readRef(mark, text)
  return id ?? (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : value)
}

/** Some clients send null, or an empty text, for every optional field that the model left out. */
function isLeftOut(field: z.core.$ZodType, value: unknown): boolean {
  if (value === undefined) return true
  if (value !== null && value !== '') return false
  return z.safeParse(field, undefined).success && !z.safeParse(field, value).success
}

function isNull(schema: z.ZodNullable, value: unknown): boolean {
  return value === null || (value === 'null' && !(schema.unwrap() instanceof z.ZodString))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fromJson<Kind>(value: unknown, is: (parsed: unknown) => parsed is Kind): Kind | undefined {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined
  try {
    const parsed: unknown = JSON.parse(value)
    return is(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}
