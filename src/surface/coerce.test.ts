import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { entryOf, type OperationName, publicNames } from '#contract/catalogue.ts'
import { coerceInput } from './coerce.ts'

const read = (name: OperationName, raw: unknown) => coerceInput(entryOf(name).input, raw)

test('a list, an object, a number and a boolean that arrive as JSON text are read as what they say', () => {
  expect(
    read('brief.capture', {
      text: 'Prune',
      labels: '["a","b"]',
      dependsOn: '[4, "#5"]',
      review: 'true',
      priority: '1',
    }),
  ).toEqual({ text: 'Prune', labels: ['a', 'b'], dependsOn: [4, 5], review: true, priority: 1 })
  expect(read('decision.ask', { header: 'Which?', group: '{"name":"look","release":"all"}' })).toEqual({
    header: 'Which?',
    group: { name: 'look', release: 'all' },
  })
})

test('objects inside a list are read too, and an option that is the JSON of an object is the object', () => {
  expect(
    read('brief.split', { briefId: '#4', children: '[{"text":"a","after":"[0]"},"{\\"text\\":\\"b\\"}"]' }),
  ).toEqual({
    briefId: 4,
    children: [{ text: 'a', after: [0] }, { text: 'b' }],
  })
  expect(read('decision.ask', { header: 'h', options: '["Yes",{"label":"No"},"{\\"label\\":\\"Later\\"}"]' })).toEqual({
    header: 'h',
    options: ['Yes', { label: 'No' }, { label: 'Later' }],
  })
})

test('ids are read with the mark of their kind, and with no other', () => {
  expect(read('recall.brief', { briefId: '#4' })).toEqual({ briefId: 4 })
  expect(read('dispatch.claim', { dispatchId: 'd148' })).toEqual({ dispatchId: 148 })
  expect(read('dispatch.claim', { dispatchId: '#148' })).toEqual({ dispatchId: '#148' })
  expect(read('brief.relate', { briefId: 4, parentId: 'null' })).toEqual({ briefId: 4, parentId: null })
})

test('a text is never made the one element of a list of texts', () => {
  expect(read('brief.capture', { text: 'x', labels: 'garden' })).toEqual({ text: 'x', labels: 'garden' })
  expect(read('brief.capture', { text: 'x', labels: '["garden"' })).toEqual({ text: 'x', labels: '["garden"' })
  expect(read('recall.search', { query: 'x', types: 'brief' })).toEqual({ query: 'x', types: ['brief'] })
})

test('null and empty fields that may be left out are left out; those that mean something stay', () => {
  expect(read('dispatch.claim', { dispatchId: null, leg: '', wait: null })).toEqual({})
  expect(read('brief.relate', { briefId: 4, parentId: null })).toEqual({ briefId: 4, parentId: null })
  expect(read('brief.writeSpec', { briefId: 4, spec: '', revision: 1 })).toEqual({ briefId: 4, spec: '', revision: 1 })
})

test('arguments that arrive as one JSON text, or not at all, are read', () => {
  expect(read('recall.brief', '{"briefId":"4"}')).toEqual({ briefId: 4 })
  expect(read('recall.brief', undefined)).toEqual({})
})

test('fields that nobody knows stay, to be refused by name', () => {
  expect(read('recall.brief', { briefId: 4, verbose: 'true' })).toEqual({ briefId: 4, verbose: 'true' })
  expect(read('recall.brief', JSON.parse('{"briefId":4,"__proto__":{"a":1}}'))).toHaveProperty('briefId', 4)
})

test('what is valid already is left as it is, whatever the texts in it look like', () => {
  const text = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('["a"]', '{"a":1}', '12', 'true', 'null', '#4'))
  const schema = z.strictObject({
    text: z.string(),
    list: z.array(z.string()).optional(),
    many: z.array(z.strictObject({ name: z.string(), flag: z.boolean().optional() })).optional(),
    count: z.int().nullable().optional(),
  })
  const valid = fc.record(
    {
      text,
      list: fc.array(text),
      many: fc.array(fc.record({ name: text, flag: fc.boolean() }, { requiredKeys: ['name'] })),
      count: fc.option(fc.integer()),
    },
    { requiredKeys: ['text'] },
  )
  fc.assert(
    fc.property(valid, input => {
      expect(coerceInput(schema, input)).toEqual(input)
    }),
  )
})

test('what a field holds is read the same from its JSON text', () => {
  const schema = z.strictObject({
    list: z.array(z.string()),
    ids: z.array(z.int()),
    deep: z.strictObject({ on: z.boolean(), size: z.number() }),
  })
  const valid = fc.record({
    list: fc.array(fc.string()),
    ids: fc.array(fc.integer()),
    deep: fc.record({ on: fc.boolean(), size: fc.integer() }),
  })
  fc.assert(
    fc.property(valid, input => {
      const texts = Object.fromEntries(Object.entries(input).map(([key, value]) => [key, JSON.stringify(value)]))
      expect(coerceInput(schema, texts)).toEqual(input)
      expect(coerceInput(schema, JSON.stringify(input))).toEqual(input)
    }),
  )
})

test('no operation is thrown off by any input', () => {
  fc.assert(
    fc.property(fc.constantFrom(...publicNames), fc.anything(), (name, raw) => {
      read(name, raw)
      for (const field of Object.keys(entryOf(name).input.shape)) read(name, { [field]: raw })
    }),
  )
})
