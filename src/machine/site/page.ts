// What a browser is shown where a site can't be: a page of our own that says what is stopped and why, never another site.

/** Where the pages' style is; the one path of a site that is ours. */
export const STYLE_PATH = '/.well-known/flower/site.css'

export type SitePage = {
  status: number
  /** The site in question, such as `feat/a · garden`; empty when there is none. */
  name: string
  title: string
  /** In sentences. */
  why: string
  /** What would help. */
  next: string
  /** `waits`: it comes by itself, so the page looks again; the others are the glyph's colour only. */
  tone: 'waits' | 'stopped' | 'broken'
}

/** No script, no style in the page itself, nothing from elsewhere, no frame around it. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const

const LOOK_AGAIN_S = 2

export function pageHtml(page: SitePage): string {
  const again = page.tone === 'waits' ? `<meta http-equiv="refresh" content="${LOOK_AGAIN_S}">\n` : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${again}<title>${escaped(page.title)}</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<main>
<p class="eyebrow"><span class="mark ${page.tone}"></span>${escaped(page.name || 'flower')}</p>
<h1>${escaped(page.title)}</h1>
<p class="why">${escaped(page.why)}</p>
<p class="next">${escaped(page.next)}</p>
</main>
</body>
</html>
`
}

/** The same for a program. */
export const pageText = (page: SitePage): string =>
  `${[page.name, page.title, page.why, page.next].filter(Boolean).join('\n')}\n`

function escaped(text: string): string {
  const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return (
    text
      .replace(/[&<>"']/g, letter => named[letter] ?? '')
      // Names of branches may hold letters that turn or hide the text after them.
      // oxlint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '\ufffd')
  )
}

/** bloom's tokens that these pages need, and their few rules. A test holds the tokens to `web/bloom/tokens.css`. */
export const STYLE = `:root {
  color-scheme: light dark;
  --paper:        light-dark(oklch(98.7% 0.004 118), oklch(20.2% 0.009 168));
  --ink:       light-dark(oklch(24.5% 0.020 168), oklch(93.0% 0.008 118));
  --ink-2:     light-dark(oklch(40.0% 0.018 165), oklch(78.5% 0.011 130));
  --ink-3:     light-dark(oklch(51.0% 0.016 160), oklch(68.0% 0.013 145));
  --ink-mark:  light-dark(oklch(61.0% 0.014 155), oklch(55.0% 0.014 155));
  --line-firm: light-dark(oklch(82.5% 0.011 140), oklch(38.0% 0.013 165));
  --amber:      light-dark(oklch(61.5% 0.130 66), oklch(78.0% 0.135 78));
  --clay:      light-dark(oklch(54.5% 0.150 36), oklch(69.0% 0.140 38));
  --sans: "Source Sans 3", "Seravek", "Gill Sans Nova", "Ubuntu", "Segoe UI", ui-sans-serif, system-ui, sans-serif;
  --mono: "Spline Sans Mono", ui-monospace, "SF Mono", "Cascadia Mono", "Source Code Pro", Menlo, monospace;
  --text-eyebrow: 0.6875rem;
  --text-small:   0.8125rem;
  --text-prose:   1rem;
  --text-title:   1.625rem;
  --weight-strong: 600;
  --measure: 37rem;
  --s-2: 0.5rem;
  --s-4: 1rem;
  --s-5: 1.5rem;
  --r-round: 999px;
  --hair: 1px;
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--paper); color: var(--ink); font: 400 var(--text-prose)/1.5625 var(--sans); padding: 18vh var(--s-5) var(--s-5); }
main { max-width: var(--measure); margin: 0 auto; border-top: var(--hair) solid var(--line-firm); padding-top: var(--s-4); overflow-wrap: anywhere; }
.eyebrow { display: flex; align-items: center; gap: var(--s-2); font: 400 var(--text-eyebrow)/1.45 var(--mono); color: var(--ink-3); }
.mark { flex: none; inline-size: 0.5rem; block-size: 0.5rem; border-radius: var(--r-round); background: var(--ink-mark); }
.mark.waits { background: var(--amber); }
.mark.broken { background: var(--clay); }
h1 { margin-top: var(--s-4); font-size: var(--text-title); line-height: 1.23; font-weight: var(--weight-strong); text-wrap: balance; }
.why { margin-top: var(--s-4); }
.next { margin-top: var(--s-4); font-size: var(--text-small); color: var(--ink-2); }
`
