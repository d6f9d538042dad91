/** The commands that a piece of shell would run, in order, as far as they can be told without running it. */
import { lex, type Part, type Token } from './shell-lexer.ts'

export type ShellWord = Part[]

export type Step =
  | {
      do: 'command'
      words: ShellWord[]
      /** Files that its output goes to. */
      outputs: ShellWord[]
      /** Texts given to it on its input. */
      inputs: string[]
    }
  /** A variable that takes each of the words in turn. */
  | { do: 'values'; name: string; words: ShellWord[] }
  /** A shell within the shell: what it does to folder and variables ends with it. */
  | { do: 'enter' }
  | { do: 'leave' }

export interface Parsed {
  steps: Step[]
  /** There is something in it that we don't read as a shell would. */
  unclear: boolean
}

export function parseShell(source: string, depth = 0): Parsed {
  if (depth > 10) return { steps: [], unclear: true }
  const { tokens, unclear } = lex(source)
  const parser = new Parser(tokens, depth)
  parser.run()
  return { steps: parser.steps, unclear: unclear || parser.unclear }
}

/** Words at the start of a command after which another command starts. */
const BEFORE_COMMANDS = new Set(['if', 'then', 'elif', 'else', 'while', 'until', 'do', '!', '{', 'time', 'coproc'])
const AFTER_COMMANDS = new Set(['fi', 'done', '}'])

class Parser {
  readonly steps: Step[] = []
  unclear = false
  readonly #tokens: Token[]
  readonly #depth: number
  #at = 0
  #command: Extract<Step, { do: 'command' }> = emptyCommand()
  #cases = 0
  #inPattern = false

  constructor(tokens: Token[], depth: number) {
    this.#tokens = tokens
    this.#depth = depth
  }

  run(): void {
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at]
      this.#at += 1
      if (token) this.#take(token)
    }
    this.#endCommand()
  }

  #take(token: Token): void {
    if (token.kind === 'nested') this.#nested(token.source)
    else if (this.#inPattern) this.#pattern(token)
    else if (token.kind === 'operator') this.#operator(token.sign)
    else if (token.kind === 'input') this.#command.inputs.push(token.text)
    else if (token.kind === 'redirect') this.#redirect(token.reads)
    else this.#word(token.parts)
  }

  #nested(source: string): void {
    const { steps, unclear } = parseShell(source, this.#depth + 1)
    this.unclear ||= unclear
    this.steps.push({ do: 'enter' }, ...steps, { do: 'leave' })
  }

  #operator(sign: string): void {
    const isFunction = sign === '(' && this.#command.words.length === 1
    this.#endCommand()
    if (sign === ';;' && this.#cases > 0) this.#inPattern = true
    if (isFunction) this.unclear = true
    if (sign === '(') this.steps.push({ do: 'enter' })
    if (sign === ')') this.steps.push({ do: 'leave' })
  }

  #redirect(reads: boolean): void {
    const target = this.#tokens[this.#at]
    if (target?.kind === 'nested') {
      this.#nested(target.source)
      this.#at += 1
      return this.#redirect(reads)
    }
    if (target?.kind !== 'word') {
      this.unclear = true
      return
    }
    this.#at += 1
    if (!reads) this.#command.outputs.push(target.parts)
  }

  #word(parts: ShellWord): void {
    const keyword = this.#command.words.length === 0 ? bareText(parts) : undefined
    if (keyword === undefined) this.#command.words.push(parts)
    else if (BEFORE_COMMANDS.has(keyword) || AFTER_COMMANDS.has(keyword)) this.#endCommand()
    else if (keyword === 'for' || keyword === 'select') this.#loop()
    else if (keyword === 'case') this.#case()
    else if (keyword === 'esac') this.#cases = Math.max(0, this.#cases - 1)
    else {
      if (keyword === 'function') this.unclear = true
      this.#command.words.push(parts)
    }
  }

  #loop(): void {
    const name = this.#nextWord()
    const words: ShellWord[] = []
    if (bareText(this.#peekWord()) === 'in') {
      this.#nextWord()
      for (let word = this.#nextWord(); word !== undefined; word = this.#nextWord()) words.push(word)
    } else words.push(['unknown'])
    this.steps.push({ do: 'values', name: bareText(name) ?? '', words })
  }

  #case(): void {
    this.#nextWord()
    if (bareText(this.#nextWord()) !== 'in') this.unclear = true
    this.#cases += 1
    this.#inPattern = true
  }

  #pattern(token: Token): void {
    if (token.kind === 'operator' && token.sign === ')') this.#inPattern = false
    if (token.kind !== 'word' || bareText(token.parts) !== 'esac') return
    this.#inPattern = false
    this.#cases = Math.max(0, this.#cases - 1)
  }

  #peekWord(): ShellWord | undefined {
    const token = this.#tokens[this.#at]
    return token?.kind === 'word' ? token.parts : undefined
  }

  /** The next word of this command; what is nested before it is taken too. */
  #nextWord(): ShellWord | undefined {
    const token = this.#tokens[this.#at]
    if (token?.kind === 'nested') {
      this.#at += 1
      this.#nested(token.source)
      return this.#nextWord()
    }
    if (token?.kind !== 'word') return undefined
    this.#at += 1
    return token.parts
  }

  #endCommand(): void {
    const { words, outputs, inputs } = this.#command
    if (words.length + outputs.length + inputs.length > 0) this.steps.push(this.#command)
    this.#command = emptyCommand()
  }
}

function emptyCommand(): Extract<Step, { do: 'command' }> {
  return { do: 'command', words: [], outputs: [], inputs: [] }
}

/** The word, if nothing in it is quoted or expanded. */
export function bareText(word: ShellWord | undefined): string | undefined {
  const [only, more] = word ?? []
  return more === undefined && only !== undefined && only !== 'unknown' && 'bare' in only ? only.bare : undefined
}
