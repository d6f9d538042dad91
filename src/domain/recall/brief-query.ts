/**
 * The language in which Briefs are listed: words, quoted phrases and filters, each turned round by a `-` before it.
 * All have to hold. A comma within a filter means "or", and so does the same filter twice where a Brief has only one value of it.
 * Closed Briefs are left out, unless words, `parent:`, `status:`, `is:open` or `is:closed` say what is meant.
 */

import { readRef } from '../ref.ts'
import { Refusal } from '../refusal.ts'
import { briefStatuses, origins } from '../status.ts'
import { nearest } from '../words/nearest.ts'
import { type Phrase, wordsOf } from './words.ts'

export const briefFilters = ['is', 'status', 'label', 'origin', 'project', 'by', 'parent'] as const
export type BriefFilterKey = (typeof briefFilters)[number]
export const briefStates = ['open', 'closed', 'blocked', 'dispatchable', 'epic', 'unapproved'] as const
export type BriefState = (typeof briefStates)[number]

/** Holds when one of the values does; with `not` when none does. */
export type BriefCondition = { key: BriefFilterKey; values: string[]; not: boolean }

export type BriefQuery = { phrases: Phrase[]; without: Phrase[]; conditions: BriefCondition[] }

const term = /(-?)(?:([a-z_]+):(?!\/\/))?(?:"([^"]*)"?|(\S+))?/giu
const closedSets: Partial<Record<BriefFilterKey, readonly string[]>> = {
  is: briefStates,
  status: briefStatuses,
  origin: origins,
}
/** A Brief has one of these at the most. */
const single: readonly BriefFilterKey[] = ['status', 'origin', 'project', 'by', 'parent']

/** Throws `input.invalid` with the known words for a filter or a value that is none. */
export function parseBriefQuery(text: string): BriefQuery {
  const query: BriefQuery = { phrases: [], without: [], conditions: [] }
  for (const match of text.matchAll(term)) {
    const [, minus, key, quoted, plain] = match
    const value = quoted ?? plain ?? ''
    if (key) addCondition(query, readCondition(key.toLowerCase(), value, minus === '-'))
    else addPhrase(query, value, { minus: minus === '-', open: isBeingTyped(match, text) })
  }
  return query
}

/** Whether closed Briefs belong to the answer. */
export const asksForClosed = (query: BriefQuery): boolean =>
  query.phrases.length > 0 ||
  query.conditions.some(
    each =>
      each.key === 'status' ||
      each.key === 'parent' ||
      (each.key === 'is' && each.values.some(value => value === 'open' || value === 'closed')),
  )

/** A quoted text is one phrase; so is `foo-bar`, because its parts have to stand side by side. */
function addPhrase(query: BriefQuery, value: string, how: { minus: boolean; open: boolean }): void {
  const words = wordsOf(value)
  if (words.length === 0) return
  if (how.minus) query.without.push({ words, open: false })
  else query.phrases.push({ words, open: how.open })
}

/** A word at the very end, with nothing after it. */
const isBeingTyped = (match: RegExpExecArray, text: string): boolean =>
  match[3] === undefined && match.index + match[0].length === text.length

function addCondition(query: BriefQuery, condition: BriefCondition): void {
  const same = query.conditions.find(each => each.key === condition.key && !each.not && !condition.not)
  if (same && single.includes(condition.key)) same.values.push(...condition.values)
  else query.conditions.push(condition)
}

function readCondition(key: string, value: string, not: boolean): BriefCondition {
  const known = briefFilters.find(each => each === key)
  if (!known) throw unknown(`\`${key}:\` is no filter`, key, briefFilters)
  const values = value
    .split(',')
    .map(each => each.trim())
    .filter(each => each !== '')
  if (values.length === 0) throw new Refusal('input.invalid', { field: 'query', problem: `\`${key}:\` says nothing` })
  return { key: known, values: values.map(each => readValue(known, each)), not }
}

function readValue(key: BriefFilterKey, value: string): string {
  const allowed = closedSets[key]
  if (allowed && !allowed.includes(value)) throw unknown(`\`${key}:${value}\` is unknown`, value, allowed)
  if (key !== 'parent') return value
  const id = readRef('brief', value)
  if (id === undefined)
    throw new Refusal('input.invalid', {
      field: 'query',
      problem: `\`parent:${value}\` names no Brief; write parent:#4`,
    })
  return String(id)
}

function unknown(problem: string, word: string, known: readonly string[]): Refusal {
  const close = nearest(word, known)
  return new Refusal('input.invalid', {
    field: 'query',
    problem: `${problem}${close ? `; did you mean \`${close}\`?` : '.'} Known: ${known.join(', ')}. Put it in quotes to look for it as words.`,
    known,
  })
}
