/** Text from outside: its limits, and what is done with characters that no store keeps. */
import { z } from 'zod'

/** Limits in characters (UTF-16 units). */
export const limits = {
  title: 300,
  label: 60,
  name: 120,
  line: 2_000,
  note: 262_144,
  text: 1_048_576,
  spec: 2_097_152,
  template: 65_536,
} as const

/** Of an attached file, in bytes. */
export const mostOfFile = 10 * 1024 * 1024

const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

function unkeepable(text: string): string | undefined {
  const nul = text.indexOf('\0')
  if (nul >= 0) return `holds a NUL character at position ${nul}, which no text keeps; take it out`
  if (text.isWellFormed()) return undefined
  return `holds half of a character (a lone surrogate) at position ${text.search(loneSurrogate)}; take it out`
}

/** What somebody wrote on purpose: kept to the character (CRLF, emoji), refused when it can't be kept whole. */
export const authored = (limit: number) =>
  z
    .string()
    .max(limit)
    .superRefine((text, context) => {
      const problem = unkeepable(text)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })

/** The text with a mark in the place of what no text keeps; the same mark each time. */
export const markUnkeepable = (text: string): string => text.replaceAll('\0', '\u2400').toWellFormed()

/** What a machine reports (a failure, a summary): never refused for a bad character, so that the state moves on. */
export const reported = (limit: number) => z.string().max(limit).overwrite(markUnkeepable)

/** The value with every text within it changed; names of fields are left as they are. */
export function changeTexts<Value>(value: Value, change: (text: string) => string): Value {
  const changed = (each: unknown): unknown => {
    if (typeof each === 'string') return change(each)
    if (Array.isArray(each)) return each.map(changed)
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, changed(inner)]))
  }
  return changed(value) as Value
}

/** Whether a reader sees anything of it: spaces and characters of no width don't count. */
export const saysSomething = (text: string): boolean => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

/** One line: a title, a name, a label. */
export const line = (limit: number) =>
  authored(limit).refine(text => saysSomething(text) && !/[\r\n]/.test(text), 'has to be one line with something on it')

/** The first line of a text that says something, as a title. */
export function titleOf(text: string): string {
  const first = text.split(/\r\n|\r|\n/).find(saysSomething) ?? ''
  const clean = first.trim().replace(/^#{1,6}\s+/, '')
  const points = Array.from(clean)
  return points.length <= 120 ? clean : `${points.slice(0, 119).join('').trimEnd()}…`
}

/** Tokens where no harness gave a number: characters / 4. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / 4)

/** Latin letters that are no plain letter with a mark. */
const written: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
}

/** Lower case, without the marks over and under letters: `Größe` → `grosse`. */
export const plainLetters = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðłıþ]/g, letter => written[letter] ?? letter)

/** A title as part of a branch name: `[a-z0-9-]`, at most 40 characters. */
export function slugOf(text: string): string {
  const slug = plainLetters(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
  return slug || 'brief'
}
