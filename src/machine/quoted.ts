// For the commands that a cure proposes: a path or a branch's name must not become a command of its own when it is pasted.

/** The text as one word of a POSIX shell. */
export function quoted(text: string): string {
  return /^[\w./:@%+-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", "'\\''")}'`
}
