import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'
import { RefPlaces } from './ref-places.ts'

const nested = (levels: number) =>
  Array.from({ length: levels }, (_, depth) => `${'  '.repeat(depth)}- level ${depth}`).join('\n')
const html = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }))

describe('a text from somebody else', () => {
  test('HTML in it stays text', () => {
    expect(html('<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>')).not.toMatch(/<(?:script|img)/)
  })
  test('links lead to the web, to mail and into the page, and nowhere else', () => {
    expect(html('[a](https://x.org/) [b](mailto:ada@x.org)')).toContain('href="mailto:ada@x.org"')
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//x.org/',
      'file:///etc',
      '/main',
      'vbscript:x',
      'JaVaScRiPt:x',
    ]) {
      expect(html(`[a](${url})`)).toBe('<p>a</p>')
    }
  })
  test('a link away opens apart and tells nothing about this house', () => {
    expect(html('https://x.org')).toContain('target="_blank" rel="noopener noreferrer"')
  })
  test('references become links into the page, but not inside code', () => {
    expect(html('see #4')).toContain('<a class="ref" href="/briefs/4">#4</a>')
    expect(html('see `#4`')).not.toContain('<a')
    expect(html('[as #4 says](https://x.org)').match(/<a/g)).toHaveLength(1)
  })
  test('an image at an address that is none is told and breaks nothing', () => {
    for (const url of ['https://', 'http:', 'https://[', 'mailto:x@y'])
      expect(html(`![shot](${url})`)).toContain('shot (not shown)')
  })
  test('an image from another host is a link and is never loaded', () => {
    for (const url of ['https://x.org/a.png', '//x.org/a.png', '/api/../../x', '/api//x.org', '/api/\\x.org']) {
      expect(html(`![shot](${url})`)).not.toContain('<img')
    }
    expect(html('![shot](https://x.org/a.png)')).toContain('image at x.org, not loaded')
  })
  test('an attachment of this house is shown', () => {
    expect(html('![shot](/api/attachments/12)')).toContain('<img src="/api/attachments/12" alt="shot" loading="lazy"/>')
  })
  test('nothing else of this house is asked for by a text', () => {
    for (const url of ['/api/brief.list', '/api/attachments/../brief.list', '/api/attachments/1/../2', '/open/x']) {
      expect(html(`![a](${url}) [b](${url})`)).not.toMatch(/src=|href=/)
    }
  })
  test('a reference without a place of its own stays a text, until the page around it has one', () => {
    expect(html('see s12, d3 and [this](s4)')).toBe('<p>see s12, d3 and this</p>')
    const around = createElement(
      RefPlaces,
      { value: new Map([['d12', '#d12']]) },
      createElement(Markdown, { text: 'd12' }),
    )
    expect(renderToStaticMarkup(around)).toContain('href="#d12"')
  })
  test('what is written to break its reader is shown as it is written', () => {
    for (const text of ['>'.repeat(20_000), `${'- '.repeat(3_000)}x`, '**a _b '.repeat(4_000), nested(300)]) {
      expect(html(text)).toContain('class="as-written"')
    }
  })
  test('a list in a list in a list ends somewhere, and its words are kept', () => {
    expect(html(nested(30)).match(/<ul/g)?.length).toBeLessThan(15)
    expect(html(nested(30))).toContain('level 29')
  })
})

describe('its shape', () => {
  test('heads begin under the section and never skip a level', () => {
    expect(html('## a\n\n# b\n\n#### c').match(/<h\d/g)).toEqual(['<h3', '<h3', '<h4'])
  })
  test('a task list says what is done', () => {
    expect(html('- [x] one\n- [ ] two')).toMatch(
      /<ul class="tasks">\s*<li class="is-done">.*aria-label="done".*aria-label="to do"/s,
    )
  })
  test('an empty head of a table is no head', () => {
    expect(html('| | b |\n|--|--|\n| 1 | 2 |').match(/<th>/g)).toHaveLength(1)
  })
})
