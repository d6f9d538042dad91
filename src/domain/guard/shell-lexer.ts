/** Cuts a shell command into words, operators and redirections. Knows what POSIX shells and bash have in common. */

/** A piece of a word. `bare` is unquoted text, in which a glob, a brace or a tilde means more than itself. */
export type Part = { text: string } | { bare: string } | { variable: string; quoted: boolean } | 'unknown'

export type Token =
  | { kind: 'word'; parts: Part[] }
  /** `;` `&` `&&` `||` `|` `(` `)` `;;` and a line's end as `;`. */
  | { kind: 'operator'; sign: string }
  /** Into a file, with the word to follow; `reads` for `<`. */
  | { kind: 'redirect'; reads: boolean }
  /** Text given to the command on its input. */
  | { kind: 'input'; text: string }
  /** A command within a word, run in a shell of its own. */
  | { kind: 'nested'; source: string }

export interface Lexed {
  tokens: Token[]
  /** Something that we don't read as a shell would: an open quote, a construct of another shell. */
  unclear: boolean
}

export function lex(source: string): Lexed {
  const lexer = new Lexer(source.replaceAll('\\\n', ''))
  return lexer.run()
}

const OPERATORS = ['&&', '||', ';;', '|&', ';', '&', '|', '(', ')']
const REDIRECTS = ['&>>', '&>', '>>', '>|', '<>', '>&', '<&', '>', '<']
const VARIABLE = /^(?:[A-Za-z_]\w*|[0-9@*#?$!-])/

interface Heredoc {
  end: string
  /** Leading tabs don't count. */
  tabs: boolean
  /** Its end is quoted, so that nothing in it is expanded. */
  plain: boolean
  input: { text: string }
}

class Lexer {
  readonly #source: string
  #at = 0
  #unclear = false
  readonly #tokens: Token[] = []
  #parts: Part[] | undefined
  readonly #heredocs: Heredoc[] = []

  constructor(source: string) {
    this.#source = source
  }

  run(): Lexed {
    while (this.#at < this.#source.length) this.#step()
    this.#endWord()
    return { tokens: this.#tokens, unclear: this.#unclear || this.#heredocs.length > 0 }
  }

  #step(): void {
    const sign = this.#source[this.#at] ?? ''
    if (sign === '\n') return this.#lineEnd()
    if (/\s/.test(sign)) {
      this.#endWord()
      this.#at += 1
      return
    }
    if (sign === '#' && this.#parts === undefined) return this.#skipRemark()
    if (this.#heredoc() || this.#substitutedProcess() || this.#redirect() || this.#operator()) return
    this.#piece(sign)
  }

  #lineEnd(): void {
    this.#endWord()
    this.#at += 1
    for (const heredoc of this.#heredocs.splice(0)) this.#readHeredoc(heredoc)
    this.#tokens.push({ kind: 'operator', sign: ';' })
  }

  #skipRemark(): void {
    const end = this.#source.indexOf('\n', this.#at)
    this.#at = end < 0 ? this.#source.length : end
  }

  #heredoc(): boolean {
    const found = /^(\d*)(<<<|<<-?)[ \t]*/.exec(this.#rest())
    if (!found || (found[1] !== '' && this.#parts !== undefined)) return false
    this.#endWord()
    this.#at += found[0].length
    if (found[2] === '<<<') return this.#hereString()
    const name = /^(?:'([^']*)'|"([^"]*)"|\\?([^\s;&|<>()]+))/.exec(this.#rest())
    this.#at += name?.[0].length ?? 0
    // Filled once the line has ended; it is this command's, whatever follows on the line.
    const input = { kind: 'input' as const, text: '' }
    this.#tokens.push(input)
    const end = name?.[1] ?? name?.[2] ?? name?.[3] ?? ''
    this.#heredocs.push({ end, tabs: found[2] === '<<-', plain: /^['"\\]/.test(name?.[0] ?? ''), input })
    return true
  }

  /** The word is input, as data. */
  #hereString(): boolean {
    const start = this.#at
    while (this.#at < this.#source.length && !/[\s;&|<>()]/.test(this.#source[this.#at] ?? '')) {
      this.#piece(this.#source[this.#at] ?? '')
    }
    this.#parts = undefined
    this.#tokens.push({ kind: 'input', text: this.#source.slice(start, this.#at) })
    return true
  }

  #readHeredoc({ end, tabs, plain, input }: Heredoc): void {
    const lines: string[] = []
    while (this.#at < this.#source.length) {
      const stop = endOf(this.#source, '\n', this.#at)
      const line = this.#source.slice(this.#at, stop)
      this.#at = stop + 1
      if ((tabs ? line.replace(/^\t+/, '') : line) === end) break
      lines.push(line)
    }
    input.text = lines.join('\n')
    if (plain) return
    // Commands within are carried out.
    const within = lex(`"${input.text.replaceAll('"', '\\"')}"`).tokens
    this.#tokens.push(...within.filter(token => token.kind === 'nested'))
  }

  #substitutedProcess(): boolean {
    if (!/^[<>]\(/.test(this.#rest())) return false
    this.#at += 1
    this.#nest(')')
    this.#add('unknown')
    return true
  }

  #redirect(): boolean {
    const rest = this.#rest()
    const number = this.#parts === undefined ? (/^\d+(?=[<>])/.exec(rest)?.[0] ?? '') : ''
    const sign = REDIRECTS.find(each => rest.startsWith(each, number.length))
    if (sign === undefined) return false
    this.#endWord()
    this.#at += number.length + sign.length
    // To another descriptor, or closed: no file.
    const descriptor = /^(?:\d+|-)(?![^\s;&|<>()])/.exec(this.#rest())?.[0]
    if (sign.endsWith('&') && descriptor !== undefined) this.#at += descriptor.length
    else this.#tokens.push({ kind: 'redirect', reads: sign === '<' || sign === '<&' })
    return true
  }

  #operator(): boolean {
    const sign = OPERATORS.find(each => this.#source.startsWith(each, this.#at))
    if (sign === undefined) return false
    this.#endWord()
    this.#at += sign.length
    this.#tokens.push({ kind: 'operator', sign: sign === '|&' ? '|' : sign })
    return true
  }

  #piece(sign: string): void {
    if (sign === '\\') {
      this.#add({ text: this.#source[this.#at + 1] ?? '' })
      this.#at += 2
    } else if (sign === "'") this.#add({ text: this.#until("'") })
    else if (sign === '"') this.#doubleQuoted()
    else if (sign === '`') this.#backquoted()
    else if (sign === '$') this.#dollar(false)
    else {
      const plain = /^[^\s\\'"`$;&|<>()]+/.exec(this.#rest())?.[0] ?? sign
      this.#add({ bare: plain })
      this.#at += plain.length
    }
  }

  #doubleQuoted(): void {
    this.#at += 1
    this.#add({ text: '' })
    while (this.#at < this.#source.length) {
      const sign = this.#source[this.#at] ?? ''
      if (sign === '"') break
      if (sign === '$') this.#dollar(true)
      else if (sign === '`') this.#backquoted()
      else {
        const escaped = sign === '\\' && /["\\$`]/.test(this.#source[this.#at + 1] ?? '')
        const plain = escaped
          ? this.#source.slice(this.#at, this.#at + 2)
          : (/^(?:[^"\\$`]+|\\)/.exec(this.#rest())?.[0] ?? sign)
        this.#add({ text: escaped ? plain.slice(1) : plain })
        this.#at += plain.length
      }
    }
    if (this.#at >= this.#source.length) this.#unclear = true
    this.#at += 1
  }

  #dollar(quoted: boolean): void {
    const rest = this.#rest().slice(1)
    const name = VARIABLE.exec(rest)?.[0]
    const braced = /^\{([A-Za-z_]\w*)\}/.exec(rest)
    if (rest.startsWith("'") && !quoted) {
      this.#at += 1
      this.#add({ text: unescaped(this.#until("'", true)) })
    } else if (rest.startsWith('((')) {
      const end = this.#source.indexOf('))', this.#at)
      this.#at = end < 0 ? this.#source.length : end + 2
      this.#add('unknown')
    } else if (rest.startsWith('(')) {
      this.#at += 1
      this.#nest(')')
      this.#add('unknown')
    } else if (braced) {
      this.#at += 1 + braced[0].length
      this.#add({ variable: braced[1] ?? '', quoted })
    } else if (rest.startsWith('{')) {
      const end = this.#source.indexOf('}', this.#at)
      this.#at = end < 0 ? this.#source.length : end + 1
      this.#add('unknown')
    } else if (name !== undefined) {
      this.#at += 1 + name.length
      this.#add(/^\w/.test(name) && !/^\d/.test(name) ? { variable: name, quoted } : 'unknown')
    } else {
      this.#at += 1
      this.#add({ text: '$' })
    }
  }

  #backquoted(): void {
    const inner = this.#until('`', true)
    this.#tokens.push({ kind: 'nested', source: inner.replace(/\\([`\\$])/g, '$1') })
    this.#add('unknown')
  }

  /** From the opening parenthesis to the one that closes it, quotes observed. */
  #nest(close: string): void {
    const start = this.#at + 1
    let depth = 0
    for (; this.#at < this.#source.length; this.#at += 1) {
      const sign = this.#source[this.#at]
      if (sign === '\\') this.#at += 1
      else if (sign === "'") this.#at = endOf(this.#source, "'", this.#at + 1)
      else if (sign === '(') depth += 1
      else if (sign === close) depth -= 1
      if (depth === 0) break
    }
    if (depth > 0) this.#unclear = true
    this.#tokens.push({ kind: 'nested', source: this.#source.slice(start, this.#at) })
    this.#at += 1
  }

  /** From the opening quote to its end. */
  #until(quote: string, escapes = false): string {
    const start = this.#at + 1
    let end = start
    while (end < this.#source.length && this.#source[end] !== quote)
      end += escapes && this.#source[end] === '\\' ? 2 : 1
    if (end >= this.#source.length) this.#unclear = true
    this.#at = end + 1
    return this.#source.slice(start, end)
  }

  #add(part: Part): void {
    this.#parts = [...(this.#parts ?? []), part]
  }

  #endWord(): void {
    if (this.#parts !== undefined) this.#tokens.push({ kind: 'word', parts: this.#parts })
    this.#parts = undefined
  }

  #rest(): string {
    return this.#source.slice(this.#at)
  }
}

function endOf(source: string, sign: string, from: number): number {
  const at = source.indexOf(sign, from)
  return at < 0 ? source.length : at
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', e: '\x1b', f: '\f', v: '\v' }

/** `$'…'`: what stands for another sign. */
function unescaped(text: string): string {
  return text.replace(/\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|[0-7]{1,3}|.)/gs, (_, code: string) => {
    if (/^[xu]./.test(code)) return String.fromCodePoint(Number.parseInt(code.slice(1), 16))
    if (/^[0-7]/.test(code)) return String.fromCodePoint(Number.parseInt(code, 8))
    return ESCAPES[code] ?? code
  })
}
