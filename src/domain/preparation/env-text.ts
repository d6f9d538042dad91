/** Files of `KEY=value` lines: read for their keys, completed without touching what is there, written from variables. */

interface Assignment {
  key: string
  /** The whole assignment as it stands, further lines of a quoted value included. */
  text: string
}

/** An unquoted value ends with its line, a quoted one with its quote. */
const assignment =
  /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*(?:"(?:\\[\s\S]|[^"\\])*"|'[^']*'|`[^`]*`|[^\r\n]*)[^\r\n]*/

/** Assignments in their order. Comments and lines that are none are passed over. */
export function assignmentsIn(text: string): Assignment[] {
  const found: Assignment[] = []
  let rest = text.replace(/^\uFEFF/, '')
  while (rest !== '') {
    const match = assignment.exec(rest)
    if (match) found.push({ key: match[1] ?? '', text: match[0] })
    const read = match ? match[0].length : 0
    const lineEnd = rest.indexOf('\n', read)
    rest = lineEnd < 0 ? '' : rest.slice(lineEnd + 1)
  }
  return found
}

/**
 * Adds the assignments of `source` whose keys `existing` has not; nothing of `existing` changes. Undefined when it would
 * change its meaning: a quote that is open in `existing` could find its end in what is added.
 */
export function completeEnvironment(existing: string, source: string): { text: string; added: string[] } | undefined {
  const known = new Set(assignmentsIn(existing).map(({ key }) => key))
  const missing = assignmentsIn(source).filter(({ key }) => !known.has(key))
  if (missing.length === 0) return { text: existing, added: [] }
  const end = existing.includes('\r\n') ? '\r\n' : '\n'
  const before = existing === '' || existing.endsWith('\n') ? existing : existing + end
  const lines = ['# Added from MAIN by flower', ...missing.map(({ text }) => text.trimStart())]
  const text = before + lines.map(each => each + end).join('')
  const expected = [...assignmentsIn(existing), ...missing].map(each => each.text.trim())
  const read = assignmentsIn(text).map(each => each.text.trim())
  if (JSON.stringify(read) !== JSON.stringify(expected)) return undefined
  return { text, added: [...new Set(missing.map(({ key }) => key))] }
}

/** Variables as a file that both a POSIX shell and the usual readers of such files understand. Keys are sorted. */
export function environmentText(variables: Readonly<Record<string, string>>): string {
  const lines = Object.keys(variables)
    .sort()
    .map(name => `${name}=${quotedValue(variables[name] ?? '')}`)
  return `# Written by flower for this worktree; written anew when it changes.\n${lines.join('\n')}\n`
}

function quotedValue(value: string): string {
  if (/^[\w./:@%+,=-]*$/.test(value)) return value
  if (!value.includes("'")) return `'${value}'`
  return `"${value.replace(/[\\"$`]/g, String.raw`\$&`)}"`
}
