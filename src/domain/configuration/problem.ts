/** What is wrong in a `flower.yaml`, in words and with its place. */
import { type Document, isCollection, isMap, isNode, isScalar, type LineCounter, type Node } from 'yaml'
import type { z } from 'zod'
import { nearest } from '../words/nearest.ts'
import { keysAt } from './json-schema.ts'

export interface ConfigurationProblem {
  /** Such as `worktrees.prepare[0].run`; empty for the file as a whole. */
  path: string
  /** Both from 1. */
  line: number
  column: number
  message: string
}

type Path = readonly PropertyKey[]
/** A problem that has not been given its line yet; `key` means the key at the path, not the value. */
export interface Finding {
  path: Path
  message: string
  key?: boolean
}

/** One issue of zod in our words; an issue with several unknown keys is several. */
export function findingsOf(issue: z.core.$ZodIssue): Finding[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => ({
      path: [...issue.path, key],
      key: true,
      message: unknownKey(key, keysAt(issue.path)),
    }))
  }
  if (issue.code === 'invalid_key') {
    return [{ path: issue.path, key: true, message: issue.issues[0]?.message ?? issue.message }]
  }
  return [{ path: issue.path, message: messageOf(issue) }]
}

function unknownKey(key: string, known: string[]): string {
  const meant = nearest(key, known)
  return `\`${key}\` is not a key here; ${meant ? `did you mean \`${meant}\`?` : `known are ${known.join(', ')}`}`
}

const names: Record<string, string> = {
  object: 'keys with values',
  record: 'keys with values',
  array: 'a list',
  string: 'a text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (isAbsent(issue)) return 'is missing'
  if (issue.code === 'invalid_type') return `has to be ${names[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String)
    const meant = typeof issue.input === 'string' ? nearest(issue.input, values) : undefined
    return `has to be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}${meant ? `; did you mean \`${meant}\`?` : ''}`
  }
  if (issue.code === 'too_small')
    return issue.origin === 'string' || issue.origin === 'array' ? 'is empty' : `has to be at least ${issue.minimum}`
  if (issue.code === 'too_big')
    return issue.origin === 'string'
      ? `is longer than ${issue.maximum} characters`
      : `has to be at most ${issue.maximum}`
  return issue.message
}

/** zod tells an absent field by the type that it would have had. */
function isAbsent(issue: z.core.$ZodIssue): boolean {
  return issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_union')
}

/** Gives a finding its line and column: those of the nearest thing that is there. */
export function placed(finding: Finding, document: Document, lines: LineCounter): ConfigurationProblem {
  const offset = offsetOf(document.contents, finding.path, finding.key ?? false)
  const { line, col } = lines.linePos(offset)
  return { path: spellPath(finding.path), line: Math.max(line, 1), column: Math.max(col, 1), message: finding.message }
}

function offsetOf(root: unknown, path: Path, key: boolean): number {
  let node = isNode(root) ? root : undefined
  let offset = startOf(node)
  for (const [at, step] of path.entries()) {
    if (!isCollection(node)) break
    const pair = isMap(node)
      ? node.items.find(item => isScalar(item.key) && String(item.key.value) === step)
      : undefined
    const next = pair ? pair.value : node.get(step, true)
    const here = (at === path.length - 1 && key) || !isNode(next) ? pair?.key : next
    if (here === undefined) break
    offset = startOf(here as Node)
    node = isNode(next) ? next : undefined
  }
  return offset
}

const startOf = (node: Node | undefined): number => node?.range?.[0] ?? 0

const spellPath = (path: Path): string =>
  path
    .map(step => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '')
