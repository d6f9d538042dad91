/** Which command a line asks for. */
import { isOperation, type OperationName, publicNames } from '#contract/catalogue.ts'
import { nearest } from '#domain/words/nearest.ts'
import { nouns, operationsOf, shortForms, verbOf } from './command.ts'
import { camel } from './field.ts'
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
  const close = nearest(first, [...locals, ...shortForms.keys(), ...nouns])
  throw new Misuse(
    `There is no command \`${first}\`${close ? `; did you mean \`${close}\`?` : '.'}`,
    close ? `flower help ${close}` : 'flower help',
  )
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
  const close = nearest(second, verbs)
  throw new Misuse(
    `\`${noun}\` has no verb \`${second}\`${close ? `; did you mean \`${close}\`?` : '.'}`,
    close ? `flower help ${noun} ${close}` : `flower help ${noun}`,
  )
}
