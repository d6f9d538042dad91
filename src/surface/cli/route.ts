/** Which command a line asks for. */
import { isOperation, type OperationName, publicNames } from '#contract/catalogue.ts'
import { nouns, operationsOf, shortForms, verbOf } from './command.ts'
import { camel } from './field.ts'
import { meantBy, meantOf } from './meant.ts'
import { Misuse } from './misuse.ts'

export type Route =
  | { to: 'operation'; name: OperationName; args: string[] }
  | { to: 'local'; name: string; args: string[] }
  | { to: 'noun'; noun: string; args: string[] }

/** `locals`: the names of the commands that are no operations. */
export function routeOf(args: readonly string[], locals: readonly string[]): Route {
  const [first = '', second] = args
  if (locals.includes(first)) return { to: 'local', name: first, args: args.slice(1) }
  const dotted = isOperation(first) && publicNames.includes(first) ? first : undefined
  if (dotted) return { to: 'operation', name: dotted, args: args.slice(1) }
  if (nouns.includes(first)) return routeNoun(first, second, args)
  // `verify --main` is another operation than `verify`.
  const flagged = args.find(arg => shortForms.has(`${first} ${arg}`))
  const other = shortForms.get(`${first} ${flagged}`)
  if (other) return { to: 'operation', name: other, args: args.slice(1).filter(arg => arg !== flagged) }
  const short = shortForms.get(first)
  if (short) return { to: 'operation', name: short, args: args.slice(1) }
  throw unknown(`There is no command \`${first}\``, meantBy(first, locals), 'flower help')
}

/** `dispatch` is a noun and a short form: a known verb wins, then what could be an id. */
function routeNoun(noun: string, second: string | undefined, args: readonly string[]): Route {
  const verbs = operationsOf(noun).map(verbOf)
  const name = `${noun}.${camel(second ?? '')}`
  if (second !== undefined && verbs.includes(second) && isOperation(name))
    return { to: 'operation', name, args: args.slice(2) }
  const short = shortForms.get(noun)
  if (short && second !== undefined && /^(?:#?\d|-)/.test(second))
    return { to: 'operation', name: short, args: args.slice(1) }
  if (second === undefined || second.startsWith('-')) return { to: 'noun', noun, args: args.slice(1) }
  throw unknown(`\`${noun}\` has no verb \`${second}\``, meantOf(noun, second), `flower help ${noun}`)
}

function unknown(problem: string, meant: readonly string[], help: string): Misuse {
  const [first] = meant
  if (first === undefined) return new Misuse(`${problem}.`, help)
  const said = meant.map(each => `\`flower ${each}\``).join(' or ')
  return new Misuse(
    `${problem}; did you mean ${said}?`,
    first.startsWith('-') ? `flower ${first}` : `flower help ${first}`,
  )
}
