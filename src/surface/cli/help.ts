/** Help, written from the contract: the overview, a noun, one command. */
import { refusalKind } from '#domain/refusal.ts'
import { exitCodeOf } from '../exit-code.ts'
import { facts, type Paper, section } from '../terminal/paper.ts'
import {
  commandOf,
  isScoped,
  nouns,
  type OperationCommand,
  operationsOf,
  shortForms,
  spelledOf,
  usageOf,
  verbOf,
} from './command.ts'
import type { LocalCommand, LocalCommands } from './door.ts'
import { exampleOf } from './example.ts'
import type { Field } from './field.ts'

type Pair = readonly [name: string, value: string]

const list = (pairs: readonly Pair[], paper: Paper): string =>
  facts(
    pairs.map(([name, value]) => [`  ${name}`, value || ' ']),
    { ...paper, ink: (_, text) => text },
  ).replace(/ +$/gm, '')

/** What `flower completion` and `flower schema` are; everything else is a local command or an operation. */
export const ownCommands: readonly Pair[] = [
  ['help', 'This page; `flower help brief`, `flower help brief capture` for more.'],
  ['schema', 'The JSON Schemas of an operation’s input and output: `flower schema brief.capture`.'],
  ['completion', 'Completions for a shell: `source <(flower completion bash)`.'],
]

export const exitCodeWords =
  '0 ok · 1 failure · 2 usage · 3 not found · 4 not allowed in · 5 conflict · 6 busy · 7 stale token or revision · 8 denied by policy'

export function overview(commands: LocalCommands, paper: Paper): string {
  const here = Object.entries(commands).map(([name, command]): Pair => [name, command.summary])
  const daily = [...shortForms].map(([, name]): Pair => {
    const command = commandOf(name)
    return [usageOf(command).replace(/^flower /, ''), command.entry.summary]
  })
  const all = nouns.map((noun): Pair => [noun, operationsOf(noun).map(verbOf).join(' ')])
  return [
    'flower keeps an operator and many coding agents from stepping on each other.\n',
    section('On this machine', list([...here, ...ownCommands], paper), paper),
    section('Every day', list(daily, paper), paper),
    section('Everything: flower <noun> <verb>', list(all, paper), paper),
    section(
      'Everywhere',
      list(
        [
          ['--json', 'Print the answer as it is, one JSON document.'],
          ['--help', 'Help on a command.'],
          ['-, @file', 'As a text: standard input, or the file.'],
          ['4 d148 q12 s3', 'A Brief, a dispatch, a decision, a scratchpad; #4 too.'],
        ],
        paper,
      ),
      paper,
    ),
    `\nExit codes: ${exitCodeWords}\n`,
  ].join('')
}

export function nounHelp(noun: string, paper: Paper): string {
  const shorts = operationsOf(noun).filter(name => spelledOf(name) !== `${noun} ${verbOf(name)}`)
  const short = shorts.map((name): Pair => [`flower ${spelledOf(name)}`, `flower ${noun} ${verbOf(name)}`])
  const verbs = operationsOf(noun).map((name): Pair => [verbOf(name), commandOf(name).entry.summary])
  return [
    `${paper.ink('bold', `flower ${noun} <verb>`)}\n`,
    section('Short forms', list(short, paper), paper),
    section('Verbs', list(verbs, paper), paper),
    `\nExample: ${exampleOf(commandOf(operationsOf(noun)[0] ?? 'brief.capture'))}\nMore: flower help ${noun} <verb>\n`,
  ].join('')
}

export function commandHelp(command: OperationCommand, paper: Paper): string {
  const { entry, places, fields } = command
  const isPlace = (field: Field): boolean => places.includes(field)
  const codes = [...new Set(entry.refuses.map(code => `${exitCodeOf(refusalKind(code))} ${code}`))].sort()
  return [
    `${paper.ink('bold', usageOf(command))}\n${entry.summary}\n`,
    section(
      'Words',
      list(
        places.map((field): Pair => [`<${field.flag}>`, describe(field)]),
        paper,
      ),
      paper,
    ),
    section(
      'Flags',
      list(
        [
          ...fields.filter(field => !isPlace(field)).map((field): Pair => [flagOf(field), describe(field)]),
          ...everywhere(command),
        ],
        paper,
      ),
      paper,
    ),
    section('Example', `  ${exampleOf(command)}\n`, paper),
    codes.length > 0 ? section('Refused with', `  ${codes.join(', ')}\n`, paper) : '',
    `\nAlso: ${alsoOf(command)}\n`,
  ].join('')
}

/** The operation's other names. */
const alsoOf = (command: OperationCommand): string =>
  [`flower ${command.noun} ${command.verb}`, `POST /api/${command.name}`, `flower schema ${command.name}`].join(' · ')

function everywhere(command: OperationCommand): Pair[] {
  return [
    ...(isScoped(command) ? [['--all-projects', 'Not only the project of this folder'] as const] : []),
    ...(command.entry.effect === 'write'
      ? [['--command-id <id>', 'Makes it safe to send again: the same id gets the first answer'] as const]
      : []),
    ['--json', 'Print the answer as it is'],
  ]
}

export const flagOf = (field: Field): string =>
  field.kind === 'switch' ? `--[no-]${field.flag}` : `--${field.flag} <${valueWord(field)}>`

function valueWord(field: Field): string {
  if (field.kind === 'choice') return 'word'
  if (field.kind === 'object')
    return `${field.parts.map(part => `${part.name}=…`).join(',')}${field.orWords ? '|text' : ''}`
  if (field.kind === 'id') return `${field.of}-id`
  return (
    { integer: 'n', number: 'n', text: 'text|-|@file', path: 'path', project: 'slug' }[field.kind as string] ?? 'text'
  )
}

function describe(field: Field): string {
  const range = [
    field.least !== undefined && `from ${field.least}`,
    field.most !== undefined &&
      (field.kind === 'text' || field.kind === 'words' ? `at most ${field.most} characters` : `to ${field.most}`),
  ]
  return [
    field.about && !/^(?:Brief|Dispatch|Decision|Scratchpad) [#dqs]$/.test(field.about) && field.about,
    field.kind === 'choice' && field.choices.join(', '),
    field.kind === 'id' && `a ${field.of}`,
    field.kind === 'text' && 'text, `-` or `@file`',
    field.nullable && '`none` for none',
    ...range,
    field.many && 'again for each further one',
    field.required && 'needed',
  ]
    .filter(Boolean)
    .join('; ')
}

export const localHelp = (name: string, command: LocalCommand, paper: Paper): string =>
  [
    `${paper.ink('bold', `flower ${name}${command.options.length > 0 ? ' [flags]' : ''}${command.words ? ` ${command.words}` : ''}`)}\n${command.summary}\n`,
    section('Flags', list(command.options, paper), paper),
    section('Example', `  flower ${command.example}\n`, paper),
  ].join('')
