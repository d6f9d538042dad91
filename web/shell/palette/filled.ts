/** From what was typed into a form to the input of an operation. Pure. */
import type { z } from 'zod'
import { readRef } from '#domain/ref.ts'
import type { Given } from './entry.ts'
import type { FormField } from './fields.ts'

/** By path, as typed; what is missing or empty is left out. */
export type Typed = Readonly<Record<string, string>>

export const yes = 'yes'
export const no = 'no'
/** What stands for nothing where a field can be emptied. */
export const none = 'none'

/** What is known already: the Brief at hand, the project shown, the ids that were typed. */
export function beginWith(fields: readonly FormField[], given: Given): Typed {
  const known = fields.flatMap(({ path, kind, of, subject }): [string, string][] => {
    if (path === 'project' && given.project !== undefined) return [[path, given.project]]
    if (kind !== 'ref' || of === undefined || !path.startsWith(of)) return []
    // A Brief beside the subject is named by whoever means it, and not by where one happens to stand.
    const id = given[of] ?? (of === 'brief' && subject ? given.here : undefined)
    return id === undefined ? [] : [[path, String(id)]]
  })
  return { ...Object.fromEntries(known), ...typedFrom(fields, given.named ?? {}) }
}

/** An input as it would have been typed. */
function typedFrom(fields: readonly FormField[], input: Readonly<Record<string, unknown>>): Typed {
  const typed = fields.flatMap(({ path, kind }): [string, string][] => {
    const [name = '', part] = path.split('.')
    const value = part === undefined ? input[name] : (input[name] as Record<string, unknown> | undefined)?.[part]
    return value === undefined ? [] : [[path, asTyped(kind, value)]]
  })
  return Object.fromEntries(typed)
}

function asTyped(kind: FormField['kind'], value: unknown): string {
  if (value === null) return none
  if (typeof value === 'boolean') return value ? yes : no
  if (kind === 'list' && Array.isArray(value)) return value.join('\n')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export const isReady = (fields: readonly FormField[], typed: Typed): boolean =>
  fields.every(({ path, required }) => !required || (typed[path] ?? '') !== '')

/** The input as the house hears it. What can't be read stays as it was typed, and is refused by its name. */
export function inputOf(fields: readonly FormField[], typed: Typed): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const field of fields) {
    const text = typed[field.path] ?? ''
    if (text === '') continue
    const [name = '', part] = field.path.split('.')
    const value = valueOf(field, text)
    if (part === undefined) input[name] = value
    else input[name] = { ...(input[name] as object | undefined), [part]: value }
  }
  return input
}

function valueOf({ kind, of, nullable, numbers }: FormField, text: string): unknown {
  if (nullable && text.trim() === none) return null
  if (kind === 'switch') return text === yes
  if (kind === 'number') return numberOf(text)
  if (kind === 'ref' && of) return readRef(of, text.trim()) ?? numberOf(text)
  if (kind === 'json') return parsed(text)
  if (kind !== 'list') return numbers ? numberOf(text) : text
  // Ids are often put one behind the other.
  const lines = text.split(numbers ? /[\s,]+/ : /\r?\n/).filter(each => each.trim() !== '')
  if (!numbers) return lines
  return lines.map(each => (of ? readRef(of, each) : undefined) ?? numberOf(each))
}

const numberOf = (text: string): number | string => (/^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What is wrong, by the path of its field; what belongs to none stands under ''. */
export function wrongIn(
  input: z.ZodObject,
  fields: readonly FormField[],
  value: Record<string, unknown>,
): ReadonlyMap<string, string> {
  const issues = input.safeParse(value).error?.issues ?? []
  return new Map(
    issues.toReversed().map(issue => {
      const [name = '', part = ''] = issue.path.map(String)
      const field = fields.find(({ path }) => path === `${name}.${part}` || path === name)
      return [field?.path ?? '', issue.message]
    }),
  )
}
