import { expect, test } from 'vitest'
import { z } from 'zod'
import { entryOf, publicNames } from './catalogue.ts'

const within = (schema: z.core.$ZodType, path: string): [string, z.core.$ZodType][] => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return within(schema.unwrap(), path)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(each => within(each, path))
  if (schema instanceof z.ZodArray) return [[path, schema], ...within(schema.element, `${path}[]`)]
  if (!(schema instanceof z.ZodObject)) return [[path, schema]]
  const fields: [string, z.core.$ZodType][] = Object.entries(schema.shape)
  return [[path, schema], ...fields.flatMap(([name, each]) => within(each, `${path}.${name}`))]
}

const inputs = publicNames.flatMap(name => within(entryOf(name).input, name))

/** Where `kept` is taken, and comes out as it is. */
const takers = (value: unknown, spared: readonly string[] = []): string[] =>
  inputs.flatMap(([path, schema]) => {
    const { data } = z.safeParse(schema, value)
    return data === value && !spared.includes(path) ? [path] : []
  })

test('no input takes a field that it does not know', () => {
  const lenient = inputs.filter(([, each]) => each instanceof z.ZodObject && !(each.def.catchall instanceof z.ZodNever))
  expect(lenient.map(([path]) => path)).toEqual([])
})

test('no input takes a text that PostgreSQL can not keep, but a file to be read for what is in it', () => {
  expect(takers('a\0b', ['data.import.content'])).toEqual([])
  expect(takers('a\uD800b', ['data.import.content'])).toEqual([])
})

test('no input takes a number that PostgreSQL can not keep, but a place in a log and what is kept as text', () => {
  const spared = [
    'agent.log.after',
    'service.logs.after',
    'brief.configure.budget.tokens',
    'brief.configure.budget.usd',
  ]
  expect(takers(2 ** 31, spared)).toEqual([])
})

test('no input takes a text without end', () => {
  expect(takers('x'.repeat(100_000_001))).toEqual([])
})
