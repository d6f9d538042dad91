/** `flower schema`: what an operation takes and answers, as JSON Schema. */
import { z } from 'zod'
import { isOperation, type OperationName, publicNames } from '#contract/catalogue.ts'
import { commandOf, operationsOf, verbOf } from './command.ts'
import { kebab } from './field.ts'
import { Misuse } from './misuse.ts'
import { routeOf } from './route.ts'

/** @param words - `brief.capture`, `brief capture` or `add` */
export function schemasOf(words: string[]): string {
  const operation = operationNamed(words)
  const { entry } = commandOf(operation)
  const input = z.toJSONSchema(entry.input, { io: 'input' })
  return `${JSON.stringify({ operation, input, output: z.toJSONSchema(entry.output) }, null, 2)}\n`
}

function operationNamed(words: string[]): OperationName {
  const [first = ''] = words
  if (isOperation(first) && publicNames.includes(first)) return first
  if (first === '') throw new Misuse('Which operation?', 'flower schema brief.capture')
  const route = routeOf(words.flatMap(word => word.split('.')).map(kebab), [])
  if (route.to === 'operation') return route.name
  const verbs = route.to === 'noun' ? operationsOf(route.noun).map(verbOf).join(', ') : ''
  throw new Misuse(`Which verb of ${first}: ${verbs}?`, `flower schema ${first} ${verbs.split(',')[0]}`)
}
