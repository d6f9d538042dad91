/** A flower.yaml as it is understood, section by section, in lines that can be read. Pure. */

/** `line`: what is run or looked at, word for word. */
export type Line = { key: string; line?: string; words: string }
export type Section = { name: string; lines: Line[] }

type Values = Record<string, unknown>

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every section that says something; defaults that were filled in are part of what it says. */
export function sectionsOf(parsed: unknown): Section[] {
  if (!isValues(parsed)) return []
  return Object.entries(parsed)
    .map(([name, value]) => ({ name, lines: linesOf('', value) }))
    .filter(({ lines }) => lines.length > 0)
}

function linesOf(key: string, value: unknown): Line[] {
  if (Array.isArray(value)) return value.every(isValues) ? eachOf(key, value) : [{ key, words: value.join(', ') }]
  if (!isValues(value)) return value === undefined || value === null ? [] : [{ key, words: wordsOf(key, value) }]
  const { command, probe, ...rest } = value
  const line = lineOf(command ?? probe)
  if (line !== undefined) return [{ key, line, words: factsOf(rest) }]
  return Object.entries(value).flatMap(([name, inner]) => linesOf(key === '' ? name : `${key}.${name}`, inner))
}

const eachOf = (key: string, all: readonly Values[]): Line[] =>
  all.flatMap((each, at) => linesOf(all.length === 1 ? key : `${key} ${at + 1}`, each))

/** A command, or what a check looks at. */
function lineOf(value: unknown): string | undefined {
  if (!isValues(value)) return undefined
  if (Array.isArray(value.words)) return value.words.map(quoted).join(' ')
  if (typeof value.shell === 'string') return value.shell
  if (value.command !== undefined) return lineOf(value.command)
  if (value.kind === undefined) return undefined
  const { kind, ...rest } = value
  return [kind, ...Object.values(rest).filter(each => !isValues(each))].join(' ')
}

const quoted = (word: unknown): string => (/^[^\s"']+$/.test(String(word)) ? String(word) : JSON.stringify(word))

/** `port 3000, health /health`. What is off isn't said. */
function factsOf(values: Values): string {
  return Object.entries(values)
    .flatMap(([key, value]) => {
      if (value === false || value === undefined || value === null) return []
      if (Array.isArray(value)) return value.length === 0 ? [] : [`${key} ${value.join(' ')}`]
      if (value === true) return [key]
      return [`${key} ${isValues(value) ? (lineOf(value) ?? Object.values(value).join(' ')) : wordsOf(key, value)}`]
    })
    .join(', ')
}

const times = new Set(['timeout', 'every', 'checkoutTimeout'])

function wordsOf(key: string, value: unknown): string {
  const name = key.split('.').at(-1) ?? ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'number') return String(value)
  if (name === 'share') return `${Math.round(value * 100)} %`
  return times.has(name) ? spokenTime(value) : String(value)
}

/** As `flower.yaml` spells it. */
function spokenTime(milliseconds: number): string {
  const seconds = milliseconds / 1_000
  if (seconds % 3_600 === 0) return `${seconds / 3_600}h`
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`
}
