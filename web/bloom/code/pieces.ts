/** The lines of a diff as they are drawn: pieces of one look each. Pure. */
import { languageOf, type Open, type Token, type TokenKind, tokensOf } from './syntax.ts'
import type { CodeLine, Hunk } from './unified.ts'

/** `changed`: these words differ from the line in whose place this one stands. */
export type Piece = { text: string; kind: TokenKind; changed: boolean }

/** Longer lines are drawn as they are: nobody reads them, and colouring them would take long. */
const longest = 2_000

/** The pieces of each line of a hunk. Both sides are read on their own: a comment that one side opens is not the other's. */
export function piecesOf({ lines }: Hunk, path: string): Piece[][] {
  const language = languageOf(path)
  const open: { old: Open; now: Open } = { old: undefined, now: undefined }
  return lines.map(line => {
    if (!language || line.text.length > longest) return cut([{ kind: 'plain', text: line.text }], line)
    const side = line.kind === 'del' ? 'old' : 'now'
    const read = tokensOf(line.text, language, open[side])
    open[side] = read.open
    if (line.kind === 'same') open.old = read.open
    return cut(read.tokens, line)
  })
}

/** Tokens, cut where the changed words of the line begin and end. */
function cut(tokens: readonly Token[], { words }: CodeLine): Piece[] {
  if (!words) return tokens.map(token => ({ ...token, changed: false }))
  const pieces: Piece[] = []
  const left = words.map(word => ({ ...word }))
  for (const token of tokens) {
    let { text } = token
    while (text !== '') {
      const [word] = left
      const taken = text.slice(0, word?.text.length ?? text.length)
      add(pieces, { text: taken, kind: token.kind, changed: word?.changed ?? false })
      text = text.slice(taken.length)
      if (word && word.text.length === taken.length) left.shift()
      else if (word) word.text = word.text.slice(taken.length)
    }
  }
  return pieces
}

function add(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1)
  if (last?.kind === piece.kind && last.changed === piece.changed) last.text += piece.text
  else pieces.push(piece)
}
