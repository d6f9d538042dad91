/** Whether a text costs more to render than a page has time for. Its author may be anybody, so the size says little. */

/** A line that begins this deep in quotes and lists is written to break the reader. */
const deepest = 32
const ruler = /^[ \t]*([-*])(?:[ \t]*\1)*[ \t]*$/
const containers = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/
const container = />|[-*+]|\d+[.)]/g
const indented = /^(?:\t| {2}){33}[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/

const isDeep = (line: string): boolean =>
  indented.test(line) || (!ruler.test(line) && (containers.exec(line)?.[0].match(container)?.length ?? 0) > deepest)

/** What the parser compares with all others of its block; an underscore inside a word is none. */
const marks = /\*+|~+|\[|(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/gu

/** Squares of the marks of all blocks, about a second of a slow machine. */
const mostWork = 4_000_000

const item = /^ {0,3}(?:[-*+] +\S|#{1,6} )/
const firstNumber = /^ {0,3}1[.)] +\S/
const anyNumber = /^ {0,3}\d{1,9}[.)] +\S/
const fence = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})/

type Fence = { mark: string; indent: number }

/** The fence that is open after this line. A fence inside a list ends with the list, so less indentation ends it. */
function fenceAfter(open: Fence | undefined, line: string): Fence | undefined {
  const found = fence.exec(line)
  if (open === undefined) return found ? { mark: found[2] ?? '', indent: found[1]?.length ?? 0 } : undefined
  const bare = line.trim()
  const isEnd = bare.startsWith(open.mark) && bare === open.mark.charAt(0).repeat(bare.length)
  const isOut = bare !== '' && line.length - line.trimStart().length < open.indent
  return isEnd || isOut ? undefined : open
}

/**
 * Too deep, or too many marks in one block: the parser's work grows with their square, and it can't be stopped once it
 * has begun. Where this can't see a block end it counts on, so that it errs towards true.
 */
export function isTangled(text: string): boolean {
  let work = 0
  let inBlock = 0
  let numbered = false
  let open: Fence | undefined
  for (const line of text.split(/\r\n|\r|\n/)) {
    const before = open
    open = fenceAfter(before, line)
    if (before !== undefined && open !== undefined) continue
    if (isDeep(line)) return true
    const isNumber: boolean = firstNumber.test(line) || (numbered && anyNumber.test(line))
    if (line.trim() === '' || item.test(line) || isNumber) {
      inBlock = 0
      numbered = isNumber
    }
    const more = line.match(marks)?.length ?? 0
    work += (inBlock + more) ** 2 - inBlock ** 2
    inBlock += more
    if (work > mostWork) return true
  }
  return false
}
