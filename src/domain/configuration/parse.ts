/** Reads `flower.yaml`. A file with a problem is not half believed: what a typing slip left out may have been a gate. */
import { type Document, LineCounter, parseDocument } from 'yaml'
import { Configuration } from './configuration.ts'
import { type ConfigurationProblem, findingsOf, placed } from './problem.ts'
import { danglingReferences } from './references.ts'

export type ParsedConfiguration =
  | { configuration: Configuration; problems: [] }
  /** At least one problem, in the order of their lines. */
  | { configuration: undefined; problems: ConfigurationProblem[] }

/** In characters; a configuration that is longer is no configuration. */
const longest = 262_144

/** An empty text is the defaults. */
export function parseConfiguration(text: string): ParsedConfiguration {
  if (text.length > longest) return whole(`is longer than ${longest} characters`)
  const lines = new LineCounter()
  const document = read(text, lines)
  if (typeof document === 'string') return whole(document)
  const { errors, content } = document
  if (errors.length > 0) return refused(errors)
  const parsed = Configuration.safeParse(withoutEmptySections(content), { reportInput: true })
  const findings = parsed.success ? danglingReferences(parsed.data) : parsed.error.issues.flatMap(findingsOf)
  if (parsed.success && findings.length === 0) return { configuration: parsed.data, problems: [] }
  return refused(findings.map(finding => placed(finding, document.document, lines)))
}

/** `services:` with nothing below it, as when all of it is commented out, is a section that is left out. */
function withoutEmptySections(content: unknown): unknown {
  if (content === null || content === undefined) return {}
  if (typeof content !== 'object' || Array.isArray(content)) return content
  return Object.fromEntries(Object.entries(content).filter(([, section]) => section !== null))
}

type Read = { document: Document; content: unknown; errors: ConfigurationProblem[] }

/** A text is why nothing could be read at all: the reader gives up on endless nesting and on aliases that multiply. */
function read(text: string, lineCounter: LineCounter): Read | string {
  try {
    const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: true })
    const errors = [...document.errors, ...document.warnings].map(({ message, pos: [offset] }) => {
      const { line, col } = lineCounter.linePos(offset)
      return { path: '', line, column: col, message: `is not YAML: ${message}` }
    })
    return { document, content: errors.length > 0 ? undefined : document.toJS({ maxAliasCount: 50 }), errors }
  } catch (error) {
    return `can't be read: ${error instanceof Error ? error.message : String(error)}`
  }
}

const whole = (message: string) => refused([{ path: '', line: 1, column: 1, message }])

function refused(problems: ConfigurationProblem[]): ParsedConfiguration {
  return { configuration: undefined, problems: problems.sort((a, b) => a.line - b.line || a.column - b.column) }
}

/** A problem on one line, as a compiler says it. */
export const problemLine = ({ path, line, column, message }: ConfigurationProblem): string =>
  `flower.yaml:${line}:${column} ${path ? `\`${path}\` ` : ''}${message}`
