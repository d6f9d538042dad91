// Which texts git itself would accept as a name under refs/. Anything else is no name, and never reaches git as one.

// What git-check-ref-format forbids anywhere: control characters, space, and the signs of its revision language.
const FORBIDDEN = /[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|^\/|\/$|\.$/u

/**
 * Whether `name` can stand after `refs/heads/`. Names such as `-x`, `$(id)` or ones with direction marks are odd but
 * legal; behind their full prefix they are only data.
 */
export function isRefName(name: string): boolean {
  if (name === '' || name === '@' || name.length > 1_000 || FORBIDDEN.test(name) || !name.isWellFormed()) return false
  return name.split('/').every(part => !part.startsWith('.') && !part.endsWith('.lock'))
}

/** Whether `text` is a whole object id (SHA-1 or SHA-256, lower case); short ones are not, as they become ambiguous. */
export function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
}
