/** JSON as it was written: where each value begins and ends in the text, so that a change leaves everything else as it is. */

export type JsonNode =
  | { kind: 'object'; start: number; end: number; members: JsonMember[] }
  | { kind: 'array'; start: number; end: number; elements: JsonNode[] }
  | { kind: 'plain'; start: number; end: number }

/** `start` is where the key begins. */
export type JsonMember = { key: string; start: number; value: JsonNode }

/** A text that can't be changed with certainty; `line` counts from 1. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  readonly line: number

  constructor(text: string, at: number, problem: string) {
    super(problem)
    this.line = text.slice(0, at).split('\n').length
  }
}

const deepest = 200
const blank = /[ \t\r\n]*/y
const word = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const string = /"(?:[^"\\]|\\[^])*"/y

/** A byte order mark before it is left alone. Throws `Unreadable` for anything that isn't plain JSON, and for a key that is there twice. */
export function readJson(text: string): JsonNode {
  const reader = new Reader(text, text.startsWith('\uFEFF') ? 1 : 0)
  const root = reader.value(0)
  reader.skip()
  if (reader.at < text.length) throw new Unreadable(text, reader.at, 'there is something behind its end')
  return root
}

class Reader {
  readonly text: string
  at: number

  constructor(text: string, at: number) {
    this.text = text
    this.at = at
  }

  skip(): void {
    this.match(blank)
  }

  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }

  value(depth: number): JsonNode {
    this.skip()
    const start = this.at
    if (depth > deepest) throw this.fault('it is nested too deep')
    const sign = this.text[start]
    if (sign === '{') return this.object(depth)
    if (sign === '[') return this.array(depth)
    if (sign === '"') this.string()
    else if (this.match(word) === undefined) throw this.fault(this.what('a value'))
    return { kind: 'plain', start, end: this.at }
  }

  object(depth: number): JsonNode {
    const start = this.at++
    const members: JsonMember[] = []
    this.items('}', () => {
      const keyAt = this.at
      if (this.text[keyAt] !== '"') throw this.fault(this.what('a key in double quotes'))
      const key = this.string()
      if (members.some(each => each.key === key)) throw new Unreadable(this.text, keyAt, `"${key}" is there twice`)
      this.skip()
      if (this.text[this.at] !== ':') throw this.fault(this.what('a colon'))
      this.at++
      members.push({ key, start: keyAt, value: this.value(depth + 1) })
    })
    return { kind: 'object', start, end: this.at, members }
  }

  array(depth: number): JsonNode {
    const start = this.at++
    const elements: JsonNode[] = []
    this.items(']', () => elements.push(this.value(depth + 1)))
    return { kind: 'array', start, end: this.at, elements }
  }

  items(close: string, read: () => void): void {
    this.skip()
    if (this.text[this.at] !== close) {
      for (;;) {
        this.skip()
        read()
        this.skip()
        if (this.text[this.at] !== ',') break
        this.at++
      }
    }
    if (this.text[this.at] !== close) throw this.fault(this.what(`a comma or ${close}`))
    this.at++
  }

  string(): string {
    const start = this.at
    const found = this.match(string)
    try {
      return JSON.parse(found ?? '') as string
    } catch {
      throw new Unreadable(this.text, start, 'a text is not as JSON writes it')
    }
  }

  what(wanted: string): string {
    const sign = this.text[this.at]
    return sign === undefined ? `it ends where ${wanted} is due` : `${wanted} is due, not ${sign}`
  }

  fault(problem: string): Unreadable {
    return new Unreadable(this.text, this.at, problem)
  }
}
