/** Reads the words after a command into raw values, by place and by flag. commander does the reading. */
import { Command, CommanderError } from 'commander'
import { nearest } from '#domain/words/nearest.ts'
import type { OperationCommand } from './command.ts'
import { isScoped, usageOf } from './command.ts'
import type { LocalCommand, LocalOptions } from './door.ts'
import { camel, type Field } from './field.ts'
import { Misuse } from './misuse.ts'

/** As typed; a switch is a boolean, a field that may be given several times a list. */
export type RawValue = string | boolean | string[]
export type RawLine = {
  values: ReadonlyMap<Field, RawValue>
  json: boolean
  /** Not to fill in the project of the caller's folder. */
  allProjects: boolean
  commandId?: string
}

/** Marks an argument that begins with a dash and is a text all the same; no argument of a program can hold it. */
const textMark = '\0'

export function readLine(command: OperationCommand, args: readonly string[]): RawLine {
  const reader = blank()
  reader.option('--json').argument('[words...]')
  if (command.entry.effect === 'write') reader.option('--command-id <id>')
  if (isScoped(command)) reader.option('--all-projects')
  for (const field of command.fields) addFlag(reader, field)
  const { operands, options } = read(reader, args, `flower help ${command.noun} ${command.verb}`)
  const values = new Map<Field, RawValue>()
  for (const field of command.fields) {
    const value = options[camel(field.flag)] as RawValue | undefined
    if (value !== undefined) values.set(field, value)
  }
  placeWords(command, operands, values)
  return {
    values,
    json: options.json === true,
    allProjects: options.allProjects === true,
    ...(typeof options.commandId === 'string' ? { commandId: options.commandId } : {}),
  }
}

/** The options and words of a command that is no operation. */
export function readLocal(name: string, command: LocalCommand, args: readonly string[]): [LocalOptions, string[]] {
  const reader = blank().argument('[words...]')
  for (const [flags] of command.options) reader.option(flags)
  const { operands, options } = read(reader, args, `flower help ${name}`)
  if (operands.length > 0 && command.words === undefined)
    throw new Misuse(`\`flower ${name}\` takes no words: ${operands[0]}.`, `flower help ${name}`)
  return [options as LocalOptions, operands]
}

const blank = (): Command =>
  new Command()
    .helpOption(false)
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })

function addFlag(reader: Command, field: Field): void {
  if (field.kind === 'switch') reader.option(`--${field.flag}`).option(`--no-${field.flag}`)
  else if (field.many || field.kind === 'object')
    reader.option(`--${field.flag} <value>`, '', (value: string, before: string[] | undefined) => [
      ...(before ?? []),
      value,
    ])
  else reader.option(`--${field.flag} <value>`)
}

function read(
  reader: Command,
  args: readonly string[],
  help: string,
): { operands: string[]; options: Record<string, unknown> } {
  try {
    reader.parse(args.map(markText), { from: 'user' })
  } catch (reason) {
    throw reason instanceof CommanderError ? misuseOf(reason, reader, args, help) : reason
  }
  const options = Object.entries(reader.opts<Record<string, unknown>>())
  return {
    operands: reader.args.map(unmark),
    options: Object.fromEntries(options.map(([name, value]) => [name, unmarkAll(value)])),
  }
}

/** `- buy milk` is a text: no flag has a space before its `=`. */
const markText = (arg: string): string => (/^-[^=\s]*\s/.test(arg) ? textMark + arg : arg)
const unmark = (arg: string): string => (arg.startsWith(textMark) ? arg.slice(1) : arg)
const unmarkAll = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(each => unmark(String(each)))
  return typeof value === 'string' ? unmark(value) : value
}

function misuseOf(reason: CommanderError, reader: Command, args: readonly string[], help: string): Misuse {
  const known = reader.options.map(option => option.long ?? '')
  const word = (arg: string): string => arg.split('=')[0] ?? arg
  if (reason.code === 'commander.unknownOption') {
    const flag = word(args.find(arg => arg.startsWith('-') && arg.length > 1 && !known.includes(word(arg))) ?? '')
    const close = nearest(flag, known)
    return new Misuse(
      `There is no flag ${flag}${close ? `; did you mean ${close}?` : '.'}`,
      `\`${help}\` lists the flags; a text that begins with a dash goes after \`--\``,
    )
  }
  if (reason.code === 'commander.optionMissingArgument') {
    const flag = args.map(word).findLast(arg => known.includes(arg)) ?? ''
    return new Misuse(`${flag} needs a value.`, help)
  }
  return new Misuse(reason.message, help)
}

const takesText = ({ kind }: Field): boolean => kind === 'text' || kind === 'words'

/** Gives the words to the places that no flag filled. */
function placeWords(command: OperationCommand, words: string[], values: Map<Field, RawValue>): void {
  const open = command.places.filter(field => !values.has(field))
  const left = [...words]
  for (const field of open) {
    if (left.length === 0) break
    const isRest = field === command.places.at(-1) && command.takesRest
    const value = isRest ? left.splice(0).join(' ') : (left.shift() as string)
    values.set(field, field.many ? [value] : value)
  }
  const [extra] = left
  if (extra !== undefined)
    throw new Misuse(
      `\`flower ${command.spelled}\` has no place for \`${extra}\`.`,
      `${usageOf(command)}${command.places.some(takesText) ? '; put a text of several words in quotes' : ''}`,
    )
}
