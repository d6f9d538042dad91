/** What a browser shows without a token: the words only, in the colours of the house. Nothing of the page is given out. */
import { createHash } from 'node:crypto'

/** The few tokens of web/bloom/tokens.css that it needs. */
const style = `
:root { color-scheme: light dark; --paper: light-dark(oklch(98.7% 0.004 118), oklch(20.2% 0.009 168)); --sunk: light-dark(oklch(96.6% 0.006 118), oklch(17.6% 0.009 168)); --ink: light-dark(oklch(24.5% 0.020 168), oklch(93.0% 0.008 118)); --ink-2: light-dark(oklch(40.0% 0.018 165), oklch(78.5% 0.011 130)); --petal: light-dark(oklch(53.0% 0.190 355), oklch(73.0% 0.145 355)); --line: light-dark(oklch(82.5% 0.011 140), oklch(38.0% 0.013 165)); }
body { margin: 0; min-block-size: 100vh; display: grid; place-content: center; background: var(--paper); color: var(--ink-2); font: 400 1rem/1.5rem "Source Sans 3", system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-inline-size: 27rem; padding: 2rem 1.5rem; }
svg { inline-size: 2.5rem; block-size: 2.5rem; fill: var(--petal); }
h1 { margin: 1rem 0 0; color: var(--ink); font-size: 1.5rem; line-height: 1.875rem; font-weight: 600; letter-spacing: -0.01em; text-wrap: balance; }
p { margin: 0.75rem 0 0; }
pre { margin: 1rem 0 0; padding: 0.75rem 1rem; background: var(--sunk); border: 1px solid var(--line); border-radius: 5px; color: var(--ink); font: 400 0.9375rem/1.5rem "Spline Sans Mono", ui-monospace, monospace; white-space: pre-wrap; }
`

/** web/public/flower.svg */
const petals =
  'M8 5.65A2.72 2.15 -90 1 1 8 0.2A2.72 2.15 -90 1 1 8 5.65ZM10.04 6.83A2.72 2.15 -30 1 1 14.75 4.1A2.72 2.15 -30 1 1 10.04 6.83ZM10.04 9.18A2.72 2.15 30 1 1 14.75 11.9A2.72 2.15 30 1 1 10.04 9.18ZM8 10.35A2.72 2.15 90 1 1 8 15.8A2.72 2.15 90 1 1 8 10.35ZM5.96 9.18A2.72 2.15 150 1 1 1.25 11.9A2.72 2.15 150 1 1 5.96 9.18ZM5.96 6.82A2.72 2.15 210 1 1 1.25 4.1A2.72 2.15 210 1 1 5.96 6.82Z'

const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in · flower</title>
<link rel="icon" href="data:,">
<style>${style}</style>
<main>
<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${petals}"/><circle cx="8" cy="8" r="1.35"/></svg>
<h1>flower is here, but this browser is not signed in.</h1>
<p>On the machine that it runs on, type</p>
<pre>flower open</pre>
<p>and open the link that it prints. It works once, and signs this browser in.</p>
</main>
</html>
`

/** Only this one style, by its digest. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function knock(): Response {
  return new Response(body, {
    status: 401,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'www-authenticate': 'Bearer',
    },
  })
}
