/** The house names the next call as an operation; here it becomes what a person types. */
import { isOperation, type OperationName, publicNames } from '#contract/catalogue.ts'
import { ref } from '#domain/ref.ts'
import { operationPattern } from '#domain/words/house-words.ts'
import { quoted } from '#domain/words/quoted.ts'
import { commandOf, type OperationCommand } from './command.ts'
import { kebab } from './field.ts'

const call = new RegExp(`\`?${operationPattern}\`?`, 'g')
const argument = /([a-zA-Z]+)(?:\s*:\s*("[^"]*"|[^,]+))?/g

/**
 * `brief.setStatus {briefId: 4, status: "planned"}` → `flower brief set-status 4 planned`.
 * A sentence that names no command ends with the help of `about`, the command that was refused.
 */
export function spellNext(text: string, about?: OperationCommand): string {
  const spelled = spellWords(text, about)
  if (!about || /`flower [a-z]/.test(spelled)) return spelled
  return `${spelled.replace(/\.$/, '')}; see \`flower help ${about.noun} ${about.verb}\`.`
}

/** The same without a word on where help is. */
export function spellWords(text: string, about?: OperationCommand): string {
  return text
    .replace(call, (whole, noun: string, verb: string, given?: string) => spellCall(`${noun}.${verb}`, given) ?? whole)
    .replace(/in `data\.diff`/g, 'above')
    .replace(/`([a-z][a-zA-Z]*)`/g, (whole, name: string) => spellField(name, about) ?? whole)
    .replace(/\b(brief|dispatch|decision|scratchpad|worktree|merge)Id\b/g, (name: string) => `<${kebab(name)}>`)
}

function spellCall(name: string, given: string | undefined): string | undefined {
  if (!isOperation(name) || !publicNames.includes(name)) return undefined
  const command = commandOf(sameOf(name))
  const values = new Map(
    [...(given?.trim().slice(1, -1) ?? '').matchAll(argument)].map(match => [match[1] ?? '', unquoted(match[2])]),
  )
  // What nobody named has a place to be filled, as it would be refused without.
  for (const field of command.fields) if (field.required && !values.has(field.name)) values.set(field.name, undefined)
  const words = command.places.flatMap(field => {
    if (!values.has(field.name)) return []
    const value = values.get(field.name) ?? `<${field.flag}>`
    values.delete(field.name)
    return [
      field.kind === 'id' && field.of !== 'brief' && /^\d+$/.test(value)
        ? ref(field.of ?? 'dispatch', Number(value))
        : asWord(value),
    ]
  })
  const flags = [...values].map(([key, value]) => {
    const flag = kebab(key)
    const isSwitch = command.fields.find(each => each.name === key)?.kind === 'switch'
    if (isSwitch) return value === 'false' ? `--no-${flag}` : `--${flag}`
    return `--${flag} ${asWord(value ?? `<${flag}>`)}`
  })
  return `\`${['flower', command.spelled, ...words, ...flags].join(' ')}\``
}

/** The same list has a short form under its other name. */
const sameOf = (name: OperationName): OperationName => (name === 'recall.briefs' ? 'brief.list' : name)

const unquoted = (value: string | undefined): string | undefined => value?.trim().replace(/^"|"$/g, '')
/** A place that is still to be filled stays bare. */
const asWord = (word: string): string => (/^<[a-z-]+>$/.test(word) ? word : quoted(word))

function spellField(name: string, about: OperationCommand | undefined): string | undefined {
  const field = about?.fields.find(each => each.name === name)
  if (!field) return undefined
  return about?.places.includes(field) ? `<${field.flag}>` : `--${field.flag}`
}
