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
    ? refusalOf(operation, schema, issue)
    : new Refusal('input.invalid', { operation, problem: "it can't be read" })
}

function refusalOf(operation: string, schema: z.ZodObject, issue: Issue): Refusal {
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
  return new Refusal('input.invalid', { operation, field, problem: issue.message })
}
