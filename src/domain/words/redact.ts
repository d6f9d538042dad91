/** Secrets in what a program printed or an agent wrote: named in place of being kept, found, shown or taken along. */

type Rule = {
  /** As the mark names it. */
  name: string
  pattern: RegExp
}

/** Where a word begins: also behind the line end of a JSON text, and behind a colour of a terminal. */
const begin = String.raw`(?<=^|\W|\\[nrt]|\[[\d;]{0,8}m)`
const word = (name: string, pattern: string): Rule => ({ name, pattern: new RegExp(`${begin}${pattern}`, 'g') })
const behind = (before: string, pattern: string, flags = 'g'): RegExp => new RegExp(`(?<=${before})${pattern}`, flags)

/** What refers to a value, or stands for one, is none. */
const none = String.raw`(?![$<{([*]|\.\.\.)`
const variable = String.raw`${begin}[A-Z][A-Z\d_]{0,60}(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|CREDENTIALS?)(?:_[A-Z\d_]{1,20})?=`
const property = `(?:password|passwd|secret|(?:api|access|private)[_-]?key|(?:auth|access)[_-]?token)["']?: ?["']`

/** None of these looks at a character more than a few times, however long the text is. */
const rules: readonly Rule[] = [
  // One that is cut off has no end, and is a key all the same.
  {
    name: 'private key',
    pattern:
      /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  word('token of flower', String.raw`flower_[\w-]{43}(?![\w-])`),
  word('GitHub token', String.raw`(?:gh[opsur]_[A-Za-z\d]{36,}|github_pat_\w{22,})`),
  word('GitLab token', String.raw`glpat-[\w-]{20,}`),
  word('npm token', String.raw`npm_[A-Za-z\d]{36}\b`),
  word('Slack token', String.raw`xox[abeoprs]-[\w-]{10,}`),
  word('AWS key', String.raw`(?:AKIA|ASIA)[A-Z\d]{16}\b`),
  word('Google key', String.raw`AIza[\w-]{35}(?![\w-])`),
  word('Stripe key', String.raw`[rs]k_(?:live|test)_[A-Za-z\d]{16,}`),
  word('API key', String.raw`sk-(?=[\w-]{0,60}\d)[\w-]{32,}`),
  word('JSON Web Token', String.raw`eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}`),
  { name: 'bearer token', pattern: behind(String.raw`\bbearer `, String.raw`[\w.~+/-]{20,}=*`, 'gi') },
  // What stands between the colon and the @ of an address.
  {
    name: 'password',
    pattern: behind(String.raw`[a-z][a-z\d+.-]{1,20}:\/\/[^\s:@/'"]{0,100}:`, String.raw`[^\s:@/'"]{3,200}(?=@)`, 'gi'),
  },
  // A line of an .env file: `DB_PASSWORD=…`.
  {
    name: 'value',
    pattern: behind(variable, String.raw`(?:"${none}[^"\n]{4,}"|'${none}[^'\n]{4,}'|${none}[^\s"'\`\\]{6,})`),
  },
  // The same as JSON or YAML: `"apiKey": "…"`.
  {
    name: 'value',
    pattern: behind(property, String.raw`(?=[^"'\s]{0,200}\d)${none}[^"'\s]{8,200}(?=["'])`, 'gi'),
  },
]

/** Most texts hold nothing that any rule could find. */
const mayHold =
  /-----BEGIN|flower_|gh[opsur]_|github_pat_|glpat-|npm_|xox|AKIA|ASIA|AIza|k_live_|k_test_|sk-|eyJ|bearer|:\/\/|key|token|secret|pass|credential/i

/** The text with `[redacted: GitHub token]` in the place of each secret that shows itself as one. */
export function redact(text: string): string {
  if (!mayHold.test(text)) return text
  return rules.reduce((so, { name, pattern }) => so.replace(pattern, `[redacted: ${name}]`), text)
}
