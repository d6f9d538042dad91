/** The command of an operation: `flower <noun> <verb>`, its short form, its fields by place and by flag. */
import { entryOf, type OperationName, publicNames } from '#contract/catalogue.ts'
import type { Operation } from '#contract/operation.ts'
import { type Field, fieldsOf, kebab } from './field.ts'

export type OperationCommand = {
  name: OperationName
  noun: string
  verb: string
  /** What people type after `flower`: the short form where there is one. */
  spelled: string
  entry: Operation
  fields: readonly Field[]
  /** Those of the fields that are given by place, in order. */
  places: readonly Field[]
  /** The last place takes all the words that are left. */
  takesRest: boolean
}

export const nounOf = (name: string): string => kebab(name.split('.')[0] ?? name)
export const verbOf = (name: string): string => kebab(name.split('.')[1] ?? '')

export const nouns = [...new Set(publicNames.map(nounOf))]

export const operationsOf = (noun: string): OperationName[] => publicNames.filter(name => nounOf(name) === noun)

/** `brief.setStatus` → `brief set-status`; `recall.brief` → `show`. */
export const spelledOf = (name: OperationName): string => entryOf(name).cli?.short ?? `${nounOf(name)} ${verbOf(name)}`

/** The daily ones, in the order in which a day uses them. */
const dayOrder = ['add', 'ls', 'show', 'dispatch', 'claim', 'note', 'done', 'ask', 'answer', 'decisions', 'why']

export const shortForms: ReadonlyMap<string, OperationName> = new Map(
  publicNames
    .flatMap((name): [string, OperationName][] => {
      const short = entryOf(name).cli?.short
      return short ? [[short, name]] : []
    })
    .sort(([a], [b]) => placeOf(a) - placeOf(b)),
)

function placeOf(short: string): number {
  const place = dayOrder.indexOf(short)
  return place < 0 ? dayOrder.length : place
}

export function commandOf(name: OperationName): OperationCommand {
  const entry = entryOf(name)
  const fields = fieldsOf(entry.input).map(field => loosened(name, field))
  if (name === 'brief.attach') fields.unshift(attachedFile)
  if (name === 'project.trust') fields.push(trustNow)
  const names = [...(entry.cli?.positional ?? []), ...(name === 'brief.attach' ? ['path'] : [])]
  const places = names.flatMap(each => fields.find(field => field.name === each) ?? [])
  const last = places.at(-1)
  return {
    name,
    noun: nounOf(name),
    verb: verbOf(name),
    spelled: spelledOf(name),
    entry,
    fields: fields.filter(field => !(name === 'brief.attach' && field.name === 'content')),
    places,
    takesRest: last?.kind === 'text' || last?.kind === 'words',
  }
}

/** On the command line a file stands for `name`, `mediaType` and `content`. */
const attachedFile: Field = {
  name: 'path',
  flag: 'path',
  kind: 'path',
  many: false,
  required: true,
  nullable: false,
  choices: [],
  parts: [],
  orWords: false,
  about: 'The file',
}

/** On the command line the content that is there now is shown, and stands for its hash. */
const trustNow: Field = {
  name: 'yes',
  flag: 'yes',
  kind: 'switch',
  many: false,
  required: false,
  nullable: false,
  choices: [],
  parts: [],
  orWords: false,
  about: 'Trust what is shown, without being asked',
}

/** What the command line knows by itself nobody has to say. */
function loosened(name: OperationName, field: Field): Field {
  const known =
    (name === 'brief.attach' && field.name !== 'briefId') ||
    (name === 'project.register' && field.name === 'path') ||
    (name === 'project.trust' && field.name === 'hash')
  return known ? { ...field, required: false } : field
}

/** Whether the folder's project is meant where none is named. An export takes everything away: only that is read back whole. */
export const takesFolder = ({ name, fields }: OperationCommand): boolean =>
  name !== 'data.export' && fields.some(field => field.kind === 'project')

/** A read of the folder's project that can be one of all projects. */
export const isScoped = (command: OperationCommand): boolean => command.entry.effect === 'read' && takesFolder(command)

/** `flower note <brief-id> <body...>` */
export function usageOf(command: OperationCommand): string {
  const places = command.places.map((field, at) => {
    const word = `${field.flag}${at === command.places.length - 1 && command.takesRest ? '...' : ''}`
    return field.required ? `<${word}>` : `[${word}]`
  })
  const flags = command.fields
    .filter(field => field.required && !command.places.includes(field))
    .map(field => `--${field.flag} <${field.flag}>`)
  return ['flower', command.spelled, ...places, ...flags].join(' ')
}
