import { expect, it } from 'vitest'
import { z } from 'zod'
import { mostId } from '#domain/ref.ts'
import { entryOf, publicNames } from './catalogue.ts'

type Node = { [key: string]: unknown }

/** Where in a JSON Schema a whole number may be larger than a column keeps. */
function unbounded(node: unknown, path: string): string[] {
  if (Array.isArray(node)) return node.flatMap(each => unbounded(each, path))
  if (typeof node !== 'object' || node === null) return []
  const { type, maximum, properties, ...others } = node as Node
  if (type === 'integer' && !(typeof maximum === 'number' && maximum <= mostId)) return [path]
  return [
    ...Object.entries((properties ?? {}) as Node).flatMap(([name, part]) => unbounded(part, `${path}.${name}`)),
    ...Object.values(others).flatMap(each => unbounded(each, path)),
  ]
}

const keptAsText = ['brief.configure.budget.tokens']

it('every whole number that comes in fits into a column of both databases', () => {
  const found = publicNames.flatMap(name =>
    unbounded(z.toJSONSchema(entryOf(name).input, { io: 'input', unrepresentable: 'any' }), name),
  )
  expect(found).toEqual(keptAsText)
})
