import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = new URL('../../web/', import.meta.url).pathname

const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
  name => /\.(?:css|tsx?|html)$/.test(name) && !name.endsWith('.test.ts') && name !== 'bloom/tokens.css',
)

const functions = /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark)\(/i
const hex = /(?<![\w&#/-])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b/i
// A name counts where a colour may stand: as a value in a sheet, or of a colour's attribute in a part.
const named =
  /(?:color|background|fill|stroke|border[\w-]*|outline|shadow)["']?\s*[:=]\s*[{"']*[^;"'}]*\b(?:black|white|red|green|blue|gray|grey|silver|navy|teal|olive|maroon|purple|fuchsia|lime|aqua|yellow|orange|pink|brown|gold|crimson|tomato|coral|salmon|orchid|violet|indigo|ivory|beige)\b/i

function colours(text: string, isSheet: boolean): string[] {
  // In a part `#123` is a Brief; in a sheet it can only be a colour.
  const patterns = isSheet ? [functions, named, hex] : [functions, named]
  return patterns.flatMap(pattern => text.match(pattern)?.slice(0, 1) ?? [])
}

test('no colour is named outside the tokens', () => {
  const named = files.flatMap(name =>
    colours(readFileSync(join(web, name), 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''), name.endsWith('.css')).map(
      colour => `${name}: ${colour}`,
    ),
  )
  expect(files.length).toBeGreaterThan(20)
  expect(named).toEqual([])
})

test('every token that a sheet or a part uses is defined', () => {
  const texts = [...files, 'bloom/tokens.css'].map(name => readFileSync(join(web, name), 'utf8'))
  const defined = new Set(texts.flatMap(text => [...text.matchAll(/(--[\w-]+)\s*:/g)].map(found => found[1])))
  const used = texts.flatMap(text => [...text.matchAll(/var\((--[\w-]+)\)/g)].map(found => found[1]))
  expect(used.filter(name => !defined.has(name))).toEqual([])
})

test('a colour that is named is found, however it is written', () => {
  expect(colours('a { color: #fff }', true)).toHaveLength(1)
  expect(colours('a { border: 1px solid red }', true)).toHaveLength(1)
  expect(colours("style={{ background: 'oklch(50% 0.1 20)' }}", false)).toHaveLength(1)
  expect(colours('a { color: var(--ink) } /* #4 */ .amber { fill: var(--amber) }', false)).toEqual([])
})
