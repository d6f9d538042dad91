/** The house's sentences, cut into what a person reads and what only a machine would. Pure. */
import { operationPattern, timePattern } from '#domain/words/house-words.ts'

export type Part =
  | { kind: 'plain'; text: string }
  /** What stood between backticks: to be typed, or a name. */
  | { kind: 'code'; text: string }
  | { kind: 'time'; at: string }
  /** An operation that would help, with what it is called with as far as the sentence says it. */
  | { kind: 'operation'; name: string; says: string; input: Readonly<Record<string, unknown>> }

const pieces = new RegExp(`\`(?<code>[^\`]+)\`|${timePattern}|${operationPattern}`, 'g')

export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const found of text.matchAll(pieces)) {
    if (found.index > from) parts.push({ kind: 'plain', text: text.slice(from, found.index) })
    parts.push(partOf(found.groups ?? {}))
    from = found.index + found[0].length
  }
  if (from < text.length) parts.push({ kind: 'plain', text: text.slice(from) })
  return parts
}

function partOf({ code, at, noun = '', verb = '', input }: { [group: string]: string | undefined }): Part {
  if (at !== undefined) return { kind: 'time', at }
  if (code === undefined) return operation(noun, verb, input)
  const [whole, ...more] = partsOf(code)
  return whole?.kind === 'operation' && more.length === 0 ? whole : { kind: 'code', text: code }
}

const operation = (noun: string, verb: string, input: string | undefined): Part => ({
  kind: 'operation',
  name: `${noun}.${verb}`,
  says: inWords(noun, verb),
  input: readInput(input ?? '{}'),
})

/** The sentence where nothing can be pressed in it: in an error's message, say. */
export const plainly = (text: string): string =>
  partsOf(text)
    .map(part => (part.kind === 'operation' ? part.says : part.kind === 'time' ? part.at : part.text))
    .join('')

/** Where the verb under its noun would not be said so. */
const said: Readonly<Record<string, string>> = {
  'agent.log': 'its log',
  'agent.message': 'send it a message',
  'brief.dispatch': 'hand over',
  'brief.why': 'why it stands there',
  'main.rescue': 'a rescue',
  'main.status': 'the state of MAIN',
  'merge.queue': 'the merge queue',
  'recall.brief': 'the Brief',
  'recall.briefs': 'the list of Briefs',
  'recall.decisions': 'the list of decisions',
  'recall.queue': 'the queue',
  'service.logs': 'its log',
}

/** `brief.setStatus` → `set status`; `merge.retry` → `retry merge`. */
function inWords(noun: string, verb: string): string {
  const words = verb.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
  return said[`${noun}.${verb}`] ?? (words.includes(' ') ? words : `${words} ${noun}`)
}

/** `{briefId: 5, status: "planned"}`; a part that only names what is wanted, such as `{path}`, says nothing yet. */
function readInput(text: string): Readonly<Record<string, unknown>> {
  try {
    const said = text.replace(/([{,])\s*[A-Za-z]\w*\s*(?=[,}])/g, (_, before: string) => (before === '{' ? '{' : ''))
    const keyed = said.replace(/\{\s*,/g, '{').replace(/([{,]\s*)([A-Za-z]\w*)\s*:/g, '$1"$2":')
    return JSON.parse(keyed) as Record<string, unknown>
  } catch {
    return {}
  }
}
