/** Input as the contract wants it, or a refusal that names the field, the problem and the limit. */
import type { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { nearest } from '#domain/words/nearest.ts'

type Issue = z.core.$ZodIssue

export function parseInput(operation: string, schema: z.ZodObject, input: unknown): Record<string, unknown> {
  const parsed = schema.safeParse(input ?? {})
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw issue
    ? refusalOf(operation, schema, issue, input)
    : new Refusal('input.invalid', { operation, problem: "it can't be read" })
}

function refusalOf(operation: string, schema: z.ZodObject, issue: Issue, input: unknown): Refusal {
  const field = issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys[0] ?? ''
    const close = nearest(unknown, Object.keys(schema.shape))
    const named = field ? `${field}.${unknown}` : unknown
    return new Refusal('input.invalid', {
      operation,
      field: named,
      problem: `is not a field of ${operation}${close ? `; did you mean \`${close}\`?` : ''}`,
      known: Object.keys(schema.shape),
    })
  }
  if (issue.code === 'too_big' && issue.origin === 'string')
    return new Refusal('input.too_large', { operation, field, limit: issue.maximum })
  return new Refusal('input.invalid', { operation, field, problem: problemOf(issue, input) })
}

/** In the words of a person; zod's own where it is one of our sentences or too special to be one. */
function problemOf(issue: Issue, input: unknown): string {
  if (issue.code === 'invalid_type') {
    const value = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null)?.[key], input)
    return value === undefined
      ? 'is needed'
      : `has to be ${kinds[issue.expected] ?? issue.expected}, not ${shown(value)}`
  }
  if (issue.code === 'invalid_value') return `has to be one of ${issue.values.join(', ')}`
  if (issue.code === 'too_small' && isAmount(issue.origin))
    return `has to be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`
  if (issue.code === 'too_big' && isAmount(issue.origin)) return `has to be ${issue.maximum} at the most`
  return issue.message
}

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

const isAmount = (origin: string): boolean => origin === 'number' || origin === 'int'

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
