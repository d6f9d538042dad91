/** The operations of the contract as the palette offers them. Pure. */
import { entryOf, type OperationName, publicNames } from '#contract/catalogue.ts'
import { ref } from '#domain/ref.ts'
import type { Role } from '#domain/role.ts'
import { type Asked, likeness } from './asked.ts'
import type { Entry, Given } from './entry.ts'
import { fieldsOf } from './fields.ts'
import { beginWith } from './filled.ts'

export const isGrave = (operation: OperationName): boolean => entryOf(operation).grave === true

/** Why a caller may not; undefined when they may. */
export function whyNot(operation: OperationName, role: Role | undefined): string | undefined {
  const { roles, effect } = entryOf(operation)
  if (role === undefined) return 'nobody is signed in here'
  if (roles.includes(role)) return undefined
  const who = roles.filter(each => each !== 'system')
  return role === 'viewer' && effect === 'write' && who.length > 2
    ? 'a viewer reads only'
    : `not for the role ${role}: ask ${who.length > 2 ? 'an operator or a lead' : `an ${who[0] ?? 'operator'}`}`
}

export function entryFor(operation: OperationName, role: Role | undefined, given: Given): Entry {
  const { effect } = entryOf(operation)
  const refused = whyNot(operation, role)
  const about = subjectOf(operation, given)
  return {
    id: operation,
    name: entryOf(operation).summary,
    icon: effect === 'read' ? 'list' : isGrave(operation) ? 'waits' : 'play',
    note: about === undefined ? operation : `${operation} ${about}`,
    isNamed: true,
    ...(refused !== undefined && { refused }),
    operation,
    given,
  }
}

/** `#4`, where it is about the Brief that was typed or is at hand. */
function subjectOf(operation: OperationName, given: Given): string | undefined {
  const fields = fieldsOf(operation)
  const known = beginWith(fields, given)
  const field = fields.find(({ path, of }) => of !== undefined && known[path] !== undefined)
  return field?.of && ref(field.of, Number(known[field.path]))
}

/** Those that are meant, the likeliest first; `about` narrows to those that take what was named. */
export function meant(asked: Asked): { operation: OperationName; weight: number }[] {
  const about = asked.refs.map(({ what }) => what)
  return publicNames
    .map(operation => ({ operation, weight: weigh(operation, asked) }))
    .filter(({ operation, weight }) => weight > 0 && about.every(what => takes(operation, what)))
    .sort((a, b) => b.weight - a.weight)
}

function weigh(operation: OperationName, { words }: Asked): number {
  const { summary, cli } = entryOf(operation)
  return words.length === 0 ? 1 : likeness(words, { name: `${operation} ${cli?.short ?? ''}`, also: summary })
}

/** Whether one of these is what it is about. */
export const takes = (operation: OperationName, what: Asked['refs'][number]['what']): boolean =>
  fieldsOf(operation).some(field => field.subject && field.of === what)
