/** One string as the words of a program call, without a shell: quotes and backslashes are understood, nothing else is. */

export type Split = { outcome: 'words'; words: string[] } | { outcome: 'refused'; problem: string }

const needsShell = 'write it as {run: …, shell: true}, or put quotes around it when it is meant as text'

/** Reads one piece of a word at the start of the rest; the first that matches counts. */
const pieces: { kind: 'space' | 'text' | 'single' | 'double' | 'escaped' | 'shell'; pattern: RegExp }[] = [
  { kind: 'space', pattern: /^\s+/ },
  { kind: 'single', pattern: /^'([^']*)'/ },
  { kind: 'double', pattern: /^"((?:[^"\\]|\\[\s\S])*)"/ },
  { kind: 'escaped', pattern: /^\\([\s\S])/ },
  // What only a shell would act on; as an argument it would do something else than its writer meant, in silence.
  { kind: 'shell', pattern: /^(?:&&?|\|\|?|;|[<>]+&?|`|\$[\w({])/ },
  { kind: 'text', pattern: /^(?:[^\s'"\\&|;<>`$]+|\$)/ },
]

/**
 * `npm run "my task"` becomes three words. Refuses what would need a shell to mean what it says: operators, `$NAME`,
 * backticks, a leading `NAME=value`; and an open quote.
 */
export function splitWords(line: string): Split {
  const words: string[] = []
  let word: string | undefined
  let rest = line
  while (rest !== '') {
    const piece = readPiece(rest)
    if (piece === undefined) return refused('a quote or a backslash is open at its end')
    if (piece.problem) return refused(piece.problem)
    rest = rest.slice(piece.length)
    if (piece.text !== undefined) word = (word ?? '') + piece.text
    else if (word !== undefined) {
      words.push(word)
      word = undefined
    }
  }
  if (word !== undefined) words.push(word)
  const [program] = words
  if (program === undefined || program === '') return refused('it names no program')
  if (/^\w+=/.test(program)) return refused(`\`${program}\` sets a variable, which is a shell's work: ${needsShell}`)
  return { outcome: 'words', words }
}

const refused = (problem: string): Split => ({ outcome: 'refused', problem })

/** Undefined when nothing fits; without `text` the piece is the space between words. */
function readPiece(rest: string): { length: number; text?: string; problem?: string } | undefined {
  for (const { kind, pattern } of pieces) {
    const match = pattern.exec(rest)
    if (!match) continue
    const length = match[0].length
    if (kind === 'space') return { length }
    if (kind === 'shell') return { length, problem: `\`${match[0]}\` is a shell's: ${needsShell}` }
    if (kind === 'text') return { length, text: match[0] }
    const inner = match[1] ?? ''
    if (kind !== 'double') return { length, text: inner }
    if (/(^|[^\\])(\\\\)*(`|\$[\w({])/.test(inner))
      return { length, problem: `\`${inner}\` has a shell's variable or command in it: ${needsShell}` }
    return { length, text: inner.replace(/\\(["\\$`])/g, '$1') }
  }
  return undefined
}
