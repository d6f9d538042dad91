/** The contract as OpenAPI 3.1. */
import { z } from 'zod'
import { entryOf, publicNames } from '#contract/catalogue.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

const problemRef = {
  description: 'Refused',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

function operationOf(name: (typeof publicNames)[number]): Json {
  const entry = entryOf(name)
  return {
    operationId: name,
    summary: entry.summary,
    description: `Roles: ${entry.roles.filter(role => role !== 'system').join(', ')}.${entry.refuses.length > 0 ? ` Refuses: ${entry.refuses.join(', ')}.` : ''}`,
    tags: [name.split('.')[0]],
    parameters: [
      { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } },
    ],
    requestBody: { content: { 'application/json': { schema: schemaOf(entry.input, 'input') } } },
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: schemaOf(entry.output, 'output') } } },
      default: problemRef,
    },
  }
}

let kept: string | undefined

/** Made once, when it is first asked for. */
export function openapi(version: string): string {
  kept ??= JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'flower', version, license: { name: 'MIT', identifier: 'MIT' } },
    security: [{ bearer: [] }],
    paths: Object.fromEntries(publicNames.map(name => [`/api/${name}`, { post: operationOf(name) }])),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Problem: {
          type: 'object',
          required: ['code', 'detail', 'status'],
          properties: {
            code: { type: 'string' },
            detail: { type: 'string' },
            status: { type: 'integer' },
            data: { type: 'object' },
            next: { type: 'string' },
          },
        },
      },
    },
  })
  return kept
}
