/** JSON of unknown shape, read without trust: what isn't there is empty. */

export type Json = string | number | boolean | null | undefined | Json[] | { [name: string]: Json }

export function readJson(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

export const recordOf = (value: Json): Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

export const arrayOf = (value: Json): Json[] => (Array.isArray(value) ? value : [])

export const textOf = (value: Json): string => (typeof value === 'string' ? value : '')

/** Every text of a message's content, however it is nested. */
export function allOf(value: Json): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(allOf).join('\n')
  const { text, content } = recordOf(value)
  return typeof text === 'string' ? text : allOf(content ?? '')
}

/** Tokens and the like: whole and not negative, 0 for what is no such number. */
export const countOf = (value: Json): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0

/** For a reader, at most 300 characters. */
export function shortInput(input: Json): string {
  const text = typeof input === 'string' ? input : JSON.stringify(input ?? {})
  return text.length > 300 ? `${text.slice(0, 299)}…` : text
}
