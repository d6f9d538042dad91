/** Puts members and elements into a JSON text and takes them out; everything else stays byte for byte. All throw `Unreadable`. */

import { type JsonNode, readJson, Unreadable } from './json-text.ts'
import { isSameValue } from './same-value.ts'

type Path = readonly string[]
type Holder = Extract<JsonNode, { kind: 'object' | 'array' }>

/** What stands at the path; undefined when nothing does, or when something on the way is no object. */
export function valueAt(text: string, path: Path): unknown {
  const node = nodeAt(readJson(text), path)
  return node && valueOf(text, node)
}

/** Sets a member, with the objects that lead to it. The same text when exactly that is there. */
export function putMember(text: string, path: Path, value: unknown): string {
  const root = readJson(text)
  const { holder, rest } = descend(text, root, path)
  const [key, ...deeper] = rest
  if (key !== undefined) return insertMember(text, holder, key, nested(deeper, value))
  const node = nodeAt(root, path)
  if (!node || isSameValue(valueOf(text, node), value)) return text
  return splice(text, node.start, node.end, written(value, styleOf(text), marginOf(text, node.start)))
}

/** Adds an element at the end of a list, which is made when there is none. */
export function addElement(text: string, path: Path, value: unknown): string {
  const root = readJson(text)
  const list = nodeAt(root, path)
  if (list === undefined) return putMember(text, path, [value])
  if (list.kind !== 'array') throw new Unreadable(text, list.start, `${path.join('.')} has to be a list`)
  return insert(text, list, list.elements, value, '')
}

/** Takes a member out, and the objects that held nothing else. */
export function dropMember(text: string, path: Path): string {
  const parent = nodeAt(readJson(text), path.slice(0, -1))
  if (parent?.kind !== 'object') return text
  const at = parent.members.findIndex(each => each.key === path.at(-1))
  if (at < 0) return text
  if (parent.members.length === 1 && path.length > 1) return dropMember(text, path.slice(0, -1))
  const spans = parent.members.map(each => ({ start: each.start, end: each.value.end }))
  return dropSpan(text, parent, spans, at)
}

/** Takes elements out of a list, and the list and the objects that held nothing else. */
export function dropElements(text: string, path: Path, isMeant: (value: unknown) => boolean): string {
  const list = nodeAt(readJson(text), path)
  if (list?.kind !== 'array') return text
  const at = list.elements.findIndex(each => isMeant(valueOf(text, each)))
  if (at < 0) return text
  if (list.elements.length === 1) return dropMember(text, path)
  return dropElements(dropSpan(text, list, list.elements, at), path, isMeant)
}

const valueOf = (text: string, node: JsonNode): unknown => JSON.parse(text.slice(node.start, node.end))

function nodeAt(root: JsonNode, path: Path): JsonNode | undefined {
  let node: JsonNode | undefined = root
  for (const key of path) {
    if (node?.kind !== 'object') return undefined
    node = node.members.find(each => each.key === key)?.value
  }
  return node
}

/** The innermost object on the way that is there, and what is missing below it. */
function descend(text: string, root: JsonNode, path: Path): { holder: Holder; rest: Path } {
  let node = root
  for (const [at, key] of path.entries()) {
    if (node.kind !== 'object') {
      const name = at === 0 ? 'the whole' : path.slice(0, at).join('.')
      throw new Unreadable(text, node.start, `${name} has to be an object`)
    }
    const next = node.members.find(each => each.key === key)?.value
    if (!next) return { holder: node, rest: path.slice(at) }
    node = next
  }
  return { holder: root as Holder, rest: [] }
}

const nested = (path: Path, value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)

const insertMember = (text: string, holder: Holder, key: string, value: unknown): string =>
  insert(text, holder, holder.kind === 'object' ? holder.members.map(each => each.value) : [], value, key)

/** At the end of what is there, written as it is written. An empty key is that of a list's element. */
function insert(text: string, holder: Holder, values: readonly JsonNode[], value: unknown, key: string): string {
  const style = styleOf(text)
  const last = values.at(-1)
  const first = holder.kind === 'object' ? holder.members[0] : holder.elements[0]
  const outer = marginOf(text, holder.start)
  const isSpread = first ? text.slice(holder.start, first.start).includes('\n') : style.spread
  const inner = first && isSpread ? marginOf(text, first.start) : outer + style.unit
  const name = key === '' ? '' : `${JSON.stringify(key)}:${style.spread ? ' ' : style.gap}`
  const item = name + written(value, { ...style, spread: isSpread }, inner)
  if (last) return splice(text, last.end, last.end, isSpread ? `,${style.eol}${inner}${item}` : `,${style.gap}${item}`)
  const [open, close] = holder.kind === 'object' ? '{}' : '[]'
  return splice(
    text,
    holder.start,
    holder.end,
    isSpread ? `${open}${style.eol}${inner}${item}${style.eol}${outer}${close}` : `${open}${item}${close}`,
  )
}

/** The exact reverse of `insert`, but that an empty holder is closed up. */
function dropSpan(text: string, holder: Holder, spans: readonly { start: number; end: number }[], at: number): string {
  const [here, before, after] = [spans[at], spans[at - 1], spans[at + 1]]
  if (!here) return text
  if (before) return splice(text, before.end, here.end, '')
  return after ? splice(text, here.start, after.start, '') : splice(text, holder.start + 1, holder.end - 1, '')
}

const splice = (text: string, start: number, end: number, put: string): string =>
  text.slice(0, start) + put + text.slice(end)

/** `spread`: over several lines. `gap` is what stands behind commas and colons in one line. */
type Style = { unit: string; eol: string; gap: string; spread: boolean }

function styleOf(text: string): Style {
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
  const spread = /\n[^]*\S/.test(text.trimStart()) || /^\uFEFF?\s*\{\s*\}\s*$/.test(text)
  return { unit, eol: text.includes('\r\n') ? '\r\n' : '\n', gap: /[:,] /.test(text) ? ' ' : '', spread }
}

/** The white space that the line of this place begins with. */
function marginOf(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

function written(value: unknown, style: Style, margin: string): string {
  if (!style.spread) return style.gap === '' ? JSON.stringify(value) : oneLine(value)
  return JSON.stringify(value, null, style.unit).replaceAll('\n', style.eol + margin)
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${oneLine(each)}`)
  return `{ ${members.join(', ')} }`
}
