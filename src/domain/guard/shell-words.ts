/** What words of a shell stand for, as far as the variables are known. */
import type { Part } from './shell-lexer.ts'
import type { ShellWord } from './shell-parser.ts'

/** Stands in a text for what can't be known: a command's output, a glob, an unset variable. */
export const UNKNOWN = '\uE000'

const MOST_VALUES = 50

/** Variables with every value that they may have. */
export class Variables {
  readonly #values = new Map<string, Set<string>>()
  readonly #environment: Readonly<Record<string, string | undefined>>

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#environment = environment
  }

  /** Adds to the values: whether an assignment is carried out, and when, is not ours to say. */
  add(name: string, values: string[]): void {
    const known = this.#values.get(name) ?? new Set()
    for (const value of values) known.add(value)
    this.#values.set(name, known.size > MOST_VALUES ? new Set([UNKNOWN]) : known)
  }

  /** What is assigned to it in the command itself. */
  assigned(name: string): string[] {
    return [...(this.#values.get(name) ?? [])]
  }

  valuesOf(name: string): string[] {
    const assigned = this.#values.get(name)
    if (assigned) return [...assigned]
    const value = this.#environment[name]
    return value === undefined ? [UNKNOWN] : [value]
  }
}

/** Every text that the word may become; several also where an unquoted variable holds several words. */
export function expand(word: ShellWord, variables: Variables): string[] {
  let texts = ['']
  for (const [at, part] of word.entries()) {
    const endings = endingsOf(part, at === 0, variables)
    texts = texts.flatMap(text => endings.map(ending => text + ending))
    if (texts.length > MOST_VALUES) return [UNKNOWN]
  }
  const isSplit = word.some(part => part !== 'unknown' && 'variable' in part && !part.quoted)
  return isSplit ? texts.flatMap(text => text.split(/\s+/).filter(piece => piece !== '')) : texts
}

function endingsOf(part: Part, isFirst: boolean, variables: Variables): string[] {
  if (part === 'unknown') return [UNKNOWN]
  if ('text' in part) return [part.text]
  if ('variable' in part) return variables.valuesOf(part.variable)
  const home = isFirst ? /^~([^/]*)/.exec(part.bare) : null
  // Of another person's home we know nothing.
  const homes = home === null ? [''] : home[1] === '' ? variables.valuesOf('HOME') : [UNKNOWN]
  const rest = part.bare.slice(home?.[0].length ?? 0).replace(/\*+|\?|\[[^\]]*\]|\{[^}]*[,.][^}]*\}/g, UNKNOWN)
  return homes.map(text => text + rest)
}
