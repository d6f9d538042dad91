/** The JSON Schema of a tool's input, said in as few tokens as a model needs to call it right. The house checks the rest. */
import { z } from 'zod'

export type ToolSchema = { type: 'object'; properties: Record<string, unknown>; required?: string[] }
type Node = Record<string, unknown>

/** Limits above this are for the house: a model never comes near them by accident. */
const WORTH_SAYING = 1_000

export function toolSchema(input: z.ZodObject): ToolSchema {
  const whole = z.toJSONSchema(input, { io: 'input', reused: 'inline' }) as Node
  return { type: 'object', properties: {}, ...compact(whole) }
}

/** Keeps what tells a model what to send; patterns, lengths and `additionalProperties` are refused by name by the house. */
function compact(node: Node): Node {
  const { anyOf, description, type, format, enum: words, const: only, maximum, properties, required, items } = node
  if (Array.isArray(anyOf)) return { ...compactUnion(anyOf as Node[]), ...said({ description }) }
  return said({
    type,
    format: format === 'date-time' ? format : undefined,
    enum: words,
    const: only,
    maximum: typeof maximum === 'number' && maximum <= WORTH_SAYING ? maximum : undefined,
    properties: properties ? mapped(properties as Record<string, Node>) : undefined,
    required: Array.isArray(required) && required.length > 0 ? required : undefined,
    items: items ? compact(items as Node) : undefined,
    description,
  })
}

/** `null` beside one other kind is a second type, not a union: some models refuse those. */
function compactUnion(options: Node[]): Node {
  const [first, ...others] = options.filter(each => each['type'] !== 'null').map(compact)
  if (!first || others.length > 0) return { anyOf: options.map(compact) }
  return options.length === 1 ? first : { ...first, type: [first['type'], 'null'] }
}

function mapped(properties: Record<string, Node>): Node {
  return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, compact(each)]))
}

function said(node: Node): Node {
  return Object.fromEntries(Object.entries(node).filter(([, value]) => value !== undefined))
}
