/** For commands that are shown to be pasted: a path or a branch's name must not become a command of its own. */

/** The text as one word of a POSIX shell. */
export function quoted(text: string): string {
  return /^[\w./:@%+-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", "'\\''")}'`
}
