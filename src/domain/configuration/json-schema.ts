/** The JSON Schema of `flower.yaml`: for editors, for the reference, and for what keys there are at a place. */
import { z } from 'zod'
import { Configuration } from './configuration.ts'

export interface JsonSchema {
  description?: string
  properties?: Record<string, JsonSchema>
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  default?: unknown
  /** Ours, not of JSON Schema: the field that may stand for the whole. */
  shorthand?: 'items' | 'run' | 'http'
}

/** The whole schema, draft 2020-12. */
export function configurationSchema(): JsonSchema {
  const { $schema, ...schema } = z.toJSONSchema(Configuration, { io: 'input' })
  const about = {
    $schema,
    title: 'flower.yaml',
    description: 'How flower works with a project. Every key may be left out.',
  }
  return { ...about, ...(spellOut(schema) as JsonSchema) }
}

/** Writes each shorthand as the choice that it is. */
function spellOut(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spellOut)
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([key, part]) => [key, spellOut(part)] as const)
  const { shorthand, description, ...whole } = Object.fromEntries(parts) as JsonSchema
  if (shorthand === undefined) return Object.fromEntries(parts)
  const short = shorthand === 'items' ? whole.items : whole.properties?.[shorthand]
  return { ...(description === undefined ? {} : { description }), anyOf: [...(short ? [short] : []), whole] }
}

/** The keys that may stand at a place of the file; empty where keys are free or there are none. */
export function keysAt(path: readonly PropertyKey[]): string[] {
  let schemas = [configurationSchema()]
  for (const step of path) schemas = schemas.flatMap(alternatives).flatMap(schema => below(schema, step))
  return [...new Set(schemas.flatMap(alternatives).flatMap(schema => Object.keys(schema.properties ?? {})))]
}

const alternatives = (schema: JsonSchema): JsonSchema[] =>
  schema.anyOf ? schema.anyOf.flatMap(alternatives) : [schema]

function below(schema: JsonSchema, step: PropertyKey): JsonSchema[] {
  if (typeof step === 'number') return schema.items ? [schema.items] : []
  const named = schema.properties?.[String(step)]
  if (named) return [named]
  return typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []
}
