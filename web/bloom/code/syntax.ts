/** Enough of a language to colour a diff: comments, texts, figures and its own words. Pure; any input gives its text back. */

/** note: a comment; text: a string; figure: a number; word: one of the language itself. */
export type TokenKind = 'note' | 'text' | 'figure' | 'word' | 'plain'
export type Token = { kind: TokenKind; text: string }

/** What a line begins inside of: a comment or a text over several lines. */
export type Open = { kind: 'note' | 'text'; close: string } | undefined

type Language = {
  words: ReadonlySet<string>
  /** What begins a comment to the end of the line. */
  line: readonly string[]
  /** What begins and ends a comment or text over lines. */
  over: readonly { open: string; close: string; kind: 'note' | 'text' }[]
  /** Quotes of texts in one line. */
  quotes: string
  /** Upper case is the same, as in SQL. */
  anyCase?: boolean
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const slashes = { open: '/*', close: '*/', kind: 'note' } as const
const curly = { line: ['//'], over: [slashes], quotes: `"'` } as const

const script: Language = {
  ...curly,
  over: [slashes, { open: '`', close: '`', kind: 'text' }],
  words: words(
    'abstract as async await break case catch class const continue debugger default delete do else enum export extends false finally for from function get if implements import in instanceof interface keyof let namespace new null of private protected public readonly return satisfies set static super switch this throw true try type typeof undefined var void while yield',
  ),
}
/** One character between apostrophes stays plain: in some of them an apostrophe is something else. */
const compiled: Language = {
  ...curly,
  quotes: '"',
  words: words(
    'abstract as async auto await bool boolean break byte case catch char chan class const constexpr continue crate default defer do double dyn else enum export extends extern false final finally float fn for fun func go goto if impl implements import in int interface internal is let long loop map match mod move mut namespace new nil null nullptr object open operator override package private protected pub public range ref return select self short signed sizeof static string struct super suspend switch template this throw throws trait true try type typedef typename union unsafe unsigned use using val var virtual void volatile when where while yield',
  ),
}
const python: Language = {
  line: ['#'],
  over: [
    { open: '"""', close: '"""', kind: 'text' },
    { open: "'''", close: "'''", kind: 'text' },
  ],
  quotes: `"'`,
  words: words(
    'and as assert async await break case class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return self True try while with yield',
  ),
}
const shell: Language = {
  line: ['#'],
  over: [],
  quotes: `"'`,
  words: words(
    'alias begin break case class continue def do done echo elif else elsif end ensure esac exit export false fi for function if in local module nil require rescue return self set source then true unless until when while yield',
  ),
}
const plainData: Language = { line: ['#'], over: [], quotes: `"'`, words: words('true false null yes no on off') }
const json: Language = { ...curly, quotes: '"', words: words('true false null') }
const style: Language = { line: [], over: [slashes], quotes: `"'`, words: words('important and not only from to') }
const markup: Language = {
  line: [],
  over: [{ open: '<!--', close: '-->', kind: 'note' }],
  quotes: '"',
  words: new Set(),
}
const sql: Language = {
  line: ['--'],
  over: [slashes],
  quotes: `"'`,
  anyCase: true,
  words: words(
    'add all alter and as asc begin between by case check column commit constraint create default delete desc distinct drop else end exists foreign from group having if in index inner insert into is join key left like limit not null on or order outer primary references returning rollback select set table then transaction union unique update using values view when where with',
  ),
}

const byEnding = new Map<string, Language>([
  ...shared(script, 'js jsx ts tsx mjs cjs mts cts vue svelte'),
  ...shared(compiled, 'c h cc cpp hpp cs go java kt kts rs scala swift zig'),
  ...shared({ ...compiled, quotes: `"'` }, 'dart php proto'),
  ...shared(python, 'py pyi'),
  ...shared(shell, 'sh bash zsh fish rb'),
  ...shared(plainData, 'yml yaml toml ini conf env dockerfile makefile'),
  ...shared(json, 'json jsonc json5'),
  ...shared(style, 'css scss less'),
  ...shared(markup, 'html htm xml svg'),
  ...shared(sql, 'sql'),
])

function shared(language: Language, endings: string): [string, Language][] {
  return endings.split(' ').map(ending => [ending, language])
}

/** By the ending of its name; undefined for one whose text stays as it is. */
export function languageOf(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return byEnding.get(name) ?? byEnding.get(name.slice(name.lastIndexOf('.') + 1))
}

/** One line, which begins inside of `open`; answers what the next one begins inside of. */
export function tokensOf(line: string, language: Language, open: Open): { tokens: Token[]; open: Open } {
  const tokens: Token[] = []
  let at = 0
  let inside = open
  const take = (kind: TokenKind, end: number) => {
    const last = tokens.at(-1)
    const text = line.slice(at, end)
    if (last?.kind === kind) last.text += text
    else if (text !== '') tokens.push({ kind, text })
    at = end
  }
  while (at < line.length) {
    if (inside) {
      const end = line.indexOf(inside.close, at)
      const isOver = end >= 0
      take(inside.kind, isOver ? end + inside.close.length : line.length)
      if (isOver) inside = undefined
      continue
    }
    const next = tokenAt(line, at, language)
    take(next.kind, next.end)
    inside = next.open
  }
  return { tokens, open: inside }
}

/** One that isn't closed in its line is none. */
const text = { '"': /"(?:[^"\\]|\\.)*"/y, "'": /'(?:[^'\\]|\\.)*'/y } as const
const word = /[\p{L}_$@][\p{L}\p{N}_$]*/uy
const figure = /\d[\w.]*/y
const gap = /\s+/y

function endOf(pattern: RegExp, line: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(line) ? pattern.lastIndex : undefined
}

function tokenAt(line: string, at: number, language: Language): { kind: TokenKind; end: number; open?: Open } {
  const over = language.over.find(each => line.startsWith(each.open, at))
  if (over) return { kind: over.kind, end: at + over.open.length, open: over }
  if (language.line.some(mark => beginsNote(mark, line, at))) return { kind: 'note', end: line.length }
  const quote = line[at] as keyof typeof text
  const quoted = language.quotes.includes(quote) ? endOf(text[quote], line, at) : undefined
  if (quoted !== undefined) return { kind: 'text', end: quoted }
  const named = endOf(word, line, at)
  if (named !== undefined) {
    // What follows a dot is somebody's own name: `map.set`.
    const isName = line[at - 1] === '.' || !isOwn(line.slice(at, named), language)
    return { kind: isName ? 'plain' : 'word', end: named }
  }
  const counted = endOf(figure, line, at)
  if (counted !== undefined) return { kind: 'figure', end: counted }
  return { kind: 'plain', end: endOf(gap, line, at) ?? at + 1 }
}

/** `#` begins a comment at the start of a word alone: `${#list}` and `a#b` are none. */
function beginsNote(mark: string, line: string, at: number): boolean {
  return line.startsWith(mark, at) && (mark !== '#' || at === 0 || /\s/.test(line[at - 1] ?? ''))
}

const isOwn = (found: string, { words: own, anyCase }: Language): boolean =>
  own.has(anyCase ? found.toLowerCase() : found)
