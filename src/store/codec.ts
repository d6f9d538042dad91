/** Domain shapes as rows: camelCase to snake_case, booleans as 0 and 1, lists and objects as JSON text. The same on both databases. */
import { z } from 'zod'

type SnakeCase<Text extends string> = Text extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : Text

type Stored<Value> = Value extends string | number | null ? Value : Value extends boolean ? number : string

/** The row of a shape. */
export type Row<Shape> = { [Key in keyof Shape & string as SnakeCase<Key>]: Stored<Shape[Key]> }

export type Codec<Shape> = {
  columns: string[]
  /** The values of a shape in the order of `columns`. */
  values: (shape: Shape) => (string | number | null)[]
  read: (row: Row<Shape>) => Shape
}

type Kind = 'plain' | 'flag' | 'json'

const snake = (text: string): string => text.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

function kindOf(schema: z.ZodType): Kind {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return kindOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodBoolean) return 'flag'
  if (schema instanceof z.ZodArray || schema instanceof z.ZodObject || schema instanceof z.ZodRecord) return 'json'
  if (schema instanceof z.ZodDiscriminatedUnion) return 'json'
  return 'plain'
}

export function codec<Schema extends z.ZodObject>(schema: Schema): Codec<z.output<Schema>> {
  const fields = Object.entries(schema.shape).map(([name, field]) => ({
    name,
    column: snake(name),
    kind: kindOf(field as z.ZodType),
  }))
  const write = (value: unknown, kind: Kind): string | number | null => {
    if (value === null || value === undefined) return null
    if (kind === 'flag') return value ? 1 : 0
    return kind === 'json' ? JSON.stringify(value) : (value as string | number)
  }
  const read = (value: unknown, kind: Kind): unknown => {
    if (value === null || kind === 'plain') return value
    return kind === 'flag' ? value === 1 : JSON.parse(value as string)
  }
  return {
    columns: fields.map(each => each.column),
    values: shape => fields.map(each => write((shape as Record<string, unknown>)[each.name], each.kind)),
    read: row => {
      const from = row as Record<string, unknown>
      const shape: Record<string, unknown> = {}
      for (const each of fields) shape[each.name] = read(from[each.column], each.kind)
      return shape as z.output<Schema>
    },
  }
}
