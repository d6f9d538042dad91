/** Input as the contract wants it, or a refusal that names the field, the problem and the limit. */
import type { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { nearest } from '#domain/words/nearest.ts'

type Issue = z.core.$ZodIssue

export function parseInput(operation: string, schema: z.ZodObject, input: unknown): Record<string, unknown> {
  const parsed = schema.safeParse(input ?? {})
  if (parsed.success) return parsed.data
  // A field that is needed is often there under another name.
  const { issues } = parsed.error
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  throw issue
    ? refusalOf(operation, schema, meant(issue), input)
    : new Refusal('input.invalid', { operation, problem: "it can't be read" })
}

function refusalOf(operation: string, schema: z.ZodObject, issue: Issue, input: unknown): Refusal {
  const field = issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys[0] ?? ''
    const known = field ? [] : Object.keys(schema.shape)
    const close = nearest(unknown, known)
    const named = field ? `${field}.${unknown}` : unknown
    return new Refusal('input.invalid', {
      operation,
      field: named,
      problem: `is not a field of ${operation}${close ? `; did you mean \`${close}\`?` : ''}`,
      ...(field ? {} : { known }),
    })
  }
  if (issue.code === 'too_big' && issue.origin === 'string')
    return new Refusal('input.too_large', { operation, field, limit: issue.maximum })
  return new Refusal('input.invalid', { operation, field, problem: problemOf(issue, input) })
}

/** What is wrong in the one of several shapes that was meant; the choice itself where none of them was. */
function meant(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue
  const within = issue.errors.flatMap(([first]) => (first && !isAnotherKind(first) ? [first] : []))[0]
  return within ? meant({ ...within, path: [...issue.path, ...within.path] }) : issue
}

const isAnotherKind = (issue: Issue): boolean => issue.code === 'invalid_type' && issue.path.length === 0

/** In the words of a person; zod's own where it is one of our sentences or too special to be one. */
function problemOf(issue: Issue, input: unknown): string {
  if (issue.code === 'invalid_type' || issue.code === 'invalid_union') {
    const value = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null)?.[key], input)
    return value === undefined ? 'is needed' : `has to be ${kindOf(issue)}, not ${shown(value)}`
  }
  if (issue.code === 'invalid_format' && issue.format in formats) return `has to be ${formats[issue.format]}`
  if (issue.code === 'invalid_value') return `has to be one of ${issue.values.join(', ')}`
  if (issue.code === 'too_small' && isAmount(issue.origin))
    return `has to be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`
  if (issue.code === 'too_big' && isAmount(issue.origin)) return `has to be ${issue.maximum} at the most`
  return issue.message
}

/** `a text`; of a choice `a text or an object`. */
function kindOf(issue: Issue): string {
  if (issue.code === 'invalid_union')
    return [...new Set(issue.errors.flatMap(([first]) => (first ? [kindOf(first)] : [])))].join(' or ')
  return issue.code === 'invalid_type' ? (kinds[issue.expected] ?? issue.expected) : 'something else'
}

const formats: Record<string, string> = {
  url: 'an address such as https://example.org',
  datetime: 'a time such as 2026-03-02T09:00:00Z',
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

/** Never looks into what is nested: it may be deeper than any stack. */
function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
    return Array.isArray(value) ? 'a list' : 'an object'
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, 60) : value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
