import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageHtml, STYLE } from './page.ts'

test('the pages wear the colours of bloom', () => {
  const bloom = readFileSync(join(import.meta.dirname, '../../../web/bloom/tokens.css'), 'utf8')
  const tokens = STYLE.match(/--[a-z0-9-]+:\s*[^;]+;/g) ?? []
  expect(tokens.length).toBeGreaterThan(15)
  for (const token of tokens) expect(bloom).toContain(token)
  const named = [...STYLE.matchAll(/var\((--[a-z0-9-]+)\)/g)].map(each => each[1])
  expect(named.filter(name => !tokens.some(token => token.startsWith(`${name}:`)))).toEqual([])
})

test('a name that would be markup or turn the text is shown, not obeyed', () => {
  const html = pageHtml({
    status: 503,
    name: '<img src=x onerror=alert(1)>',
    title: `"'&`,
    why: 'a\u202eb',
    next: '',
    tone: 'stopped',
  })
  expect(html).not.toContain('<img')
  expect(html).toContain('&quot;&#39;&amp;')
  expect(html).toContain('a\ufffdb')
  expect(html).not.toMatch(/<style|style=|<script/)
})
