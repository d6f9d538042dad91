/** Turns what was typed into what an operation takes: ids, numbers, choices, objects, texts from files. */
import { resolve } from 'node:path'
import { readRef } from '#domain/ref.ts'
import { nearest } from '#domain/words/nearest.ts'
import type { OperationCommand } from './command.ts'
import { usageOf } from './command.ts'
import type { CliDoor } from './door.ts'
import type { Field } from './field.ts'
import { Misuse } from './misuse.ts'
import type { RawValue } from './read-line.ts'

type Source = Pick<CliDoor, 'readFile' | 'readStdin' | 'folder'>
type Reader = { source: Source; help: string; spell: (field: Field) => string }

export async function readInput(
  command: OperationCommand,
  values: ReadonlyMap<Field, RawValue>,
  source: Source,
): Promise<Record<string, unknown>> {
  const spell = (field: Field): string => spelledAs(command, field)
  const reader = { source, help: `flower help ${command.noun} ${command.verb}`, spell }
  refuseMissing(command, values)
  refuseTwoStdins(values, reader)
  const input: Record<string, unknown> = {}
  for (const [field, value] of values) input[field.name] = await readField(field, value, reader)
  return input
}

/** As its usage names it: `<brief-id>` by its place, `--spec` by its flag. */
const spelledAs = (command: OperationCommand, field: Field): string =>
  command.places.includes(field) ? `<${field.flag}>` : `--${field.flag}`

function refuseMissing(command: OperationCommand, values: ReadonlyMap<Field, RawValue>): void {
  const missing = command.fields.find(field => field.required && !values.has(field))
  if (!missing) return
  throw new Misuse(
    `\`flower ${command.spelled}\` needs ${spelledAs(command, missing)}.`,
    nextFor(command, missing, values),
  )
}

/** What was read before a text is written anew is told by the house, so that nobody overwrites what they never saw. */
function nextFor(command: OperationCommand, missing: Field, values: ReadonlyMap<Field, RawValue>): string {
  const of = (name: string): string => {
    const field = command.fields.find(each => each.name === name)
    return String((field && values.get(field)) ?? `<${field?.flag ?? name}>`)
  }
  if (command.name === 'brief.writeSpec' && missing.name === 'revision')
    return `\`flower brief spec-history ${of('briefId')}\` says which revision is the newest; give the one that you read, as --revision`
  if (command.name === 'template.update' && missing.name === 'version')
    return `\`flower template show ${of('name')}\` says which version is the newest; give the one that you read, as --version`
  return usageOf(command)
}

const isStdin = (field: Field, value: RawValue): boolean =>
  (field.kind === 'text' || field.kind === 'object') && (value === '-' || (Array.isArray(value) && value.includes('-')))

function refuseTwoStdins(values: ReadonlyMap<Field, RawValue>, reader: Reader): void {
  const [, second] = [...values].filter(([field, value]) => isStdin(field, value))
  if (second)
    throw new Misuse(`Standard input can be read once: ${reader.spell(second[0])} asks for it again.`, reader.help)
}

async function readField(field: Field, value: RawValue, reader: Reader): Promise<unknown> {
  if (typeof value === 'boolean') return value
  if (field.nullable && String(value) === 'none') return null
  if (field.kind === 'object') return readObjects(field, [value].flat(), reader)
  if (!Array.isArray(value)) return readOne(field, value, reader)
  const apart = field.kind === 'id' || field.kind === 'choice' ? value.flatMap(each => each.split(',')) : value
  const all: unknown[] = []
  for (const each of apart) all.push(await readOne(field, each, reader))
  return all
}

async function readOne(field: Field, text: string, reader: Reader): Promise<unknown> {
  const wrong = (problem: string): never => {
    throw new Misuse(`${reader.spell(field)}: \`${text}\` ${problem}${problem.endsWith('?') ? '' : '.'}`, reader.help)
  }
  switch (field.kind) {
    case 'id':
      return readRef(field.of ?? 'brief', text) ?? wrong(`is no ${field.of}: write ${refExample(field)}`)
    case 'integer':
      return /^[+-]?\d{1,15}$/.test(text.trim()) ? Number(text) : wrong('is no whole number')
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : wrong('is no number')
    case 'choice': {
      if (field.choices.includes(text)) return text
      const close = nearest(text, field.choices)
      return wrong(`is none of ${field.choices.join(', ')}${close ? `; did you mean ${close}?` : ''}`)
    }
    case 'switch':
      return text === 'true' || (text === 'false' ? false : wrong('is neither true nor false'))
    case 'path':
      return resolve(reader.source.folder, text)
    case 'text':
      return readText(field, text, reader)
    default:
      return text
  }
}

const refExample = (field: Field): string =>
  ({
    brief: '4 or #4',
    dispatch: '148 or d148',
    decision: '12 or q12',
    scratchpad: '3 or s3',
    worktree: '3 or w3',
    merge: '7 or m7',
  })[field.of ?? 'brief']

/** `-` is standard input, `@name` a file, `@@…` a text that begins with @. A mention with words after it is a text. */
async function readText(field: Field, text: string, reader: Reader): Promise<string> {
  if (text === '-') return decode(field, await reader.source.readStdin(), reader)
  if (text.startsWith('@@')) return text.slice(1)
  if (!/^@\S+$/.test(text)) return text
  return decode(field, await readFileOf(text.slice(1), reader), reader)
}

export async function readFileOf(path: string, reader: Pick<Reader, 'source' | 'help'>): Promise<Uint8Array> {
  try {
    return await reader.source.readFile(resolve(reader.source.folder, path))
  } catch (reason) {
    const why = (reason as { code?: string }).code
    const problem =
      why === 'ENOENT' ? `There is no file ${path}` : why === 'EISDIR' ? `${path} is a folder` : `Can't read ${path}`
    throw new Misuse(`${problem}.`, `Name a file; a text that begins with @ is written @@. See \`${reader.help}\``)
  }
}

function decode(field: Field, bytes: Uint8Array, reader: Reader): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Misuse(`${reader.spell(field)}: what was read is no UTF-8 text.`, reader.help)
  }
}

async function readObjects(field: Field, texts: string[], reader: Reader): Promise<unknown> {
  const all: unknown[] = []
  for (const text of texts) all.push(await readObject(field, text, reader))
  if (field.many) return all.flat()
  return all.length === 1 ? all[0] : Object.assign({}, ...all)
}

/** JSON, `key=value,key=value`, a file or standard input with JSON; any other text is plain words where the operation takes them. */
async function readObject(field: Field, text: string, reader: Reader): Promise<unknown> {
  const isAway = !field.orWords && (text === '-' || /^@\S+$/.test(text))
  const json = isAway ? await readText(field, text, reader) : text
  if (isAway || /^\s*[[{]/.test(json)) {
    try {
      return JSON.parse(json) as unknown
    } catch (reason) {
      throw new Misuse(`${reader.spell(field)}: no JSON: ${(reason as Error).message}.`, reader.help)
    }
  }
  if (field.orWords && !beginsWithPart(field, text)) return text
  return Object.fromEntries(await Promise.all(pairsIn(field, text).map(async pair => readPair(field, pair, reader))))
}

const keysOf = (field: Field): string => field.parts.flatMap(part => [part.name, part.flag]).join('|')
const beginsWithPart = (field: Field, text: string): boolean => new RegExp(`^\\s*(?:${keysOf(field)})=`).test(text)

/** What follows a comma as `key=` is a key, known or not; after a mere space only a known one is, as values have several words. */
const pairsIn = (field: Field, text: string): string[] =>
  text.trim().split(new RegExp(`\\s*,\\s*(?=[A-Za-z-]+=)|\\s+(?=(?:${keysOf(field)})=)`))

async function readPair(field: Field, pair: string, reader: Reader): Promise<[string, unknown]> {
  const at = pair.indexOf('=')
  const names = field.parts.map(part => part.name)
  const key = at < 0 ? pair : pair.slice(0, at)
  const part = field.parts.find(each => each.name === key || each.flag === key)
  if (!part || at < 0) {
    const close = part ? undefined : nearest(key, names)
    throw new Misuse(
      `${reader.spell(field)}: \`${pair}\` is no key=value with a key of ${names.join(', ')}${close ? `; did you mean ${close}?` : '.'}`,
      reader.help,
    )
  }
  const value = await readOne(part, pair.slice(at + 1), reader)
  return [part.name, part.many ? [value] : value]
}
