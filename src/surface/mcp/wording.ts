/** How the house's words read to an agent: operations are called by the names of its tools. */
import { type OperationName, publicNames } from '#contract/catalogue.ts'
import type { Refusal } from '#domain/refusal.ts'
import { bytesOf, type Cut, fit, isList } from './fit.ts'
import { type Tool, toolName } from './tools.ts'

const namesInText = new RegExp(
  `\\b(?:${[...publicNames]
    .sort((a, b) => b.length - a.length)
    .map(name => name.replace('.', '\\.'))
    .join('|')})\\b`,
  'g',
)

/** Data of a refusal beside its sentence, in bytes: a diff may be long. */
const REFUSAL_ROOM = 8_000

/** `dispatch.claim` → `dispatch_claim` where the caller has that tool; what it can't call keeps its name, for whoever can. */
export function respell(text: string, tools: readonly Tool[]): string {
  return text.replace(namesInText, name =>
    tools.some(each => each.operation === name) ? toolName(name as OperationName) : name,
  )
}

/** Respells only what tells the caller how to go on: `next` and `how`, never what somebody wrote. */
export function respellAnswer(answer: unknown, tools: readonly Tool[]): unknown {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer
  return Object.fromEntries(
    Object.entries(answer).map(([key, each]) => {
      if ((key === 'next' || key === 'how') && typeof each === 'string') return [key, respell(each, tools)]
      return [key, key === 'cut' ? respellAnswer(each, tools) : each]
    }),
  )
}

/** The sentence, the next call, and of the data what the two don't say already. */
export function refusalText(refusal: Refusal, tools: readonly Tool[]): string {
  const words = `${refusal.message}\nNext: ${respell(refusal.next, tools)}`
  const data = Object.entries(refusal.data).filter(([key, value]) => key !== 'operation' && !isSaid(value, words))
  const rest = data.length > 0 ? `\nData: ${JSON.stringify(fit(Object.fromEntries(data), REFUSAL_ROOM).value)}` : ''
  return `${refusal.code}: ${words}${rest}`
}

function isSaid(value: unknown, words: string): boolean {
  return value === undefined || value === null || (typeof value !== 'object' && words.includes(String(value)))
}

/** The note on a cut answer: what is missing, and the call that goes on from here. */
export function cutNote(tool: Tool, answer: unknown, cuts: readonly Cut[]): { what: string[]; how: string } {
  const what = cuts.slice(0, 5).map(each => `${each.path}: ${each.kept} of ${each.of} ${each.unit}`)
  if (cuts.length > 5) what.push(`and ${cuts.length - 5} more`)
  return { what, how: goOn(tool, answer, cuts) }
}

function goOn({ name, operation, entry }: Tool, answer: unknown, cuts: readonly Cut[]): string {
  const kept = cuts.filter(isList).map(each => each.kept)
  const { shape } = entry.input
  if (kept.length > 0 && 'limit' in shape)
    return `Call ${name} again with limit: ${Math.max(1, Math.min(...kept))}${'cursor' in shape ? '; its nextCursor leads on' : ''}.`
  if ('maxBytes' in shape) return `Call ${name} again with maxBytes: ${bytesOf(answer) + 1_000}.`
  if (operation === 'dispatch.claim') return 'recall_brief with maxBytes shows the whole spec and trace.'
  return `On the command line \`flower ${operation.replace('.', ' ')}\` shows it whole.`
}
