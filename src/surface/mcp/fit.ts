/** Cuts an answer to a budget so that it stays whole JSON and says what is missing. */

/** `path` names the part (`items`, `dispatches.0.packet`); `of` counts entries of a list or characters of a text. */
export type Cut = { path: string; kept: number; of: number; unit: 'entries' | 'characters' }
/** A list of the answer itself, which its cursor goes through. */
export const isList = ({ path, unit }: Cut): boolean => unit === 'entries' && !path.includes('.')
export type Fitted = { value: unknown; cuts: Cut[] }

/** Bytes of a value as compact JSON in UTF-8. */
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')

/** Leaves out what says nothing: null and absent fields of objects, at every depth. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const said = Object.entries(value).filter(([, each]) => each !== null && each !== undefined)
  return Object.fromEntries(said.map(([key, each]) => [key, withoutNulls(each)]))
}

/** `room` in bytes. Lists lose their end, texts too; small fields beside a large one stay as they are. */
export function fit(value: unknown, room: number): Fitted {
  const cuts: Cut[] = []
  return { value: cut(value, room, '', cuts), cuts }
}

function cut(value: unknown, room: number, path: string, cuts: Cut[]): unknown {
  if (bytesOf(value) <= room) return value
  if (typeof value === 'string') return cutText(value, room, path, cuts)
  if (Array.isArray(value)) return cutList(value, room, path, cuts)
  if (typeof value === 'object' && value !== null) return cutObject(value, room, path, cuts)
  return value
}

function cutText(text: string, room: number, path: string, cuts: Cut[]): string {
  let low = 0
  let high = text.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (bytesOf(`${text.slice(0, middle).toWellFormed()}…`) <= room) low = middle
    else high = middle - 1
  }
  cuts.push({ path, kept: low, of: text.length, unit: 'characters' })
  return `${text.slice(0, low).toWellFormed()}…`
}

function cutList(list: unknown[], room: number, path: string, cuts: Cut[]): unknown[] {
  const kept: unknown[] = []
  let left = room - 2
  for (const each of list) {
    left -= bytesOf(each) + 1
    if (left < 0) break
    kept.push(each)
  }
  // Better a part of the first than nothing at all.
  if (kept.length === 0) kept.push(cut(list[0], room - 2, `${path}.0`.replace(/^\./, ''), cuts))
  if (kept.length < list.length) cuts.push({ path, kept: kept.length, of: list.length, unit: 'entries' })
  return kept
}

/** Small fields take what they need, and the large ones share the rest evenly. */
function cutObject(object: object, room: number, path: string, cuts: Cut[]): Record<string, unknown> {
  const entries = Object.entries(object).filter(([, each]) => each !== undefined)
  const sized = entries.map(([key, each]) => ({ key, each, bytes: bytesOf(each) })).sort((a, b) => a.bytes - b.bytes)
  let left = room - 2 - entries.reduce((sum, [key]) => sum + bytesOf(key) + 2, 0)
  const cutDown = new Map<string, unknown>()
  for (const [at, { key, each, bytes }] of sized.entries()) {
    const share = Math.max(0, Math.floor(left / (sized.length - at)))
    cutDown.set(key, bytes <= share ? each : cut(each, share, path ? `${path}.${key}` : key, cuts))
    left -= Math.min(bytes, share)
  }
  return Object.fromEntries(entries.map(([key]) => [key, cutDown.get(key)]))
}
