// One file's difference, line by line, bounded for a page.

import { isObjectId } from '../git/ref-name.ts'
import { ask, type GitFailure, shown } from '../landing/plumbing.ts'
import { type FileVersion, isSubmodule } from './changes.ts'

export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  text: string
  /** Its number before and after, from 1; undefined where it isn't. */
  before?: number
  after?: number
  /** The file ends here without a line end. */
  noLineEnd?: true
  /** More of the line was cut off. */
  cut?: true
}

export interface Hunk {
  /** What git found above it, a function's head for instance; may be empty. */
  heading: string
  lines: DiffLine[]
}

export type FileDiff =
  /** `cut`: there are more lines than were asked for. No hunks: only the mode or the name differs. */
  | { outcome: 'text'; hunks: Hunk[]; cut: boolean }
  /** Sizes in bytes; undefined where there is no file. */
  | { outcome: 'binary' | 'large'; before?: number; after?: number }
  /** A submodule's commits; undefined where it is none. */
  | { outcome: 'submodule'; before?: string; after?: string }
  | { outcome: 'not_there'; id: string }
  | GitFailure

export interface DiffWish {
  gitDir: string
  /** As `changesOf` answered them; by their contents, so names play no part. */
  before?: FileVersion
  after?: FileVersion
  /** Lines around each change. */
  context: number
  maxLines: number
}

const MAX_BYTES = 2 * 1024 * 1024
const MAX_LINE = 2_000

export async function diffOf(wish: DiffWish): Promise<FileDiff> {
  const { gitDir, before, after, context, maxLines } = wish
  const versions = [before, after].filter(version => version !== undefined)
  const bad = versions.find(version => !isObjectId(version.id))
  if (bad) return { outcome: 'failed', step: 'diff', detail: `${bad.id} is not an object id` }
  if (isSubmodule(wish)) {
    const commitOf = (version?: FileVersion) => (version?.mode === '160000' ? version.id : undefined)
    return { outcome: 'submodule', before: commitOf(before), after: commitOf(after) }
  }
  const sizes = await sizesOf(
    gitDir,
    versions.map(version => version.id),
  )
  if ('outcome' in sizes) return sizes
  const missing = versions.find(version => !sizes.has(version.id))
  if (missing) return { outcome: 'not_there', id: missing.id }
  const bytes = { before: before && sizes.get(before.id), after: after && sizes.get(after.id) }
  if (Math.max(bytes.before ?? 0, bytes.after ?? 0) > MAX_BYTES) return { outcome: 'large', ...bytes }
  if (before?.id === after?.id) return { outcome: 'text', hunks: [], cut: false }
  const hunks =
    before && after ? await compare(gitDir, before.id, after.id, context) : await whole(gitDir, before, after)
  if (hunks === 'binary') return { outcome: 'binary', ...bytes }
  return 'outcome' in hunks ? hunks : { outcome: 'text', ...bounded(hunks, maxLines) }
}

async function sizesOf(gitDir: string, ids: string[]): Promise<Map<string, number> | GitFailure> {
  const input = ids.map(id => `${id}\n`).join('')
  const read = await ask(gitDir, ['cat-file', '--batch-check=%(objectname) %(objecttype) %(objectsize)'], { input })
  if (read.outcome !== 'ok') return read
  const blobs = read.stdout
    .split('\n')
    .map(line => line.split(' '))
    .filter(([, type]) => type === 'blob')
  return new Map(blobs.map(([id = '', , size]) => [id, Number(size)]))
}

async function compare(
  gitDir: string,
  before: string,
  after: string,
  context: number,
): Promise<Hunk[] | 'binary' | GitFailure> {
  const how = ['--no-ext-diff', '--no-textconv', '--no-color', '--diff-algorithm=histogram', `--unified=${context}`]
  const read = await ask(gitDir, ['diff', ...how, '--inter-hunk-context=0', '--end-of-options', before, after])
  if (read.outcome !== 'ok') return read
  const start = read.stdout.search(/^@@ /m)
  if (start < 0) return /^Binary files /m.test(read.stdout) ? 'binary' : []
  return parseHunks(read.stdout.slice(start))
}

function parseHunks(patch: string): Hunk[] {
  const hunks: Hunk[] = []
  let [before, after] = [0, 0]
  for (const line of patch.split('\n')) {
    const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/s.exec(line)
    if (head) {
      before = Number(head[1])
      after = Number(head[2])
      hunks.push({ heading: shown(head[3] ?? ''), lines: [] })
      continue
    }
    const lines = hunks.at(-1)?.lines
    const [sign, text] = [line[0], line.slice(1)]
    if (sign === '\\') Object.assign(lines?.at(-1) ?? {}, { noLineEnd: true })
    if (sign === ' ') lines?.push({ kind: 'same', ...shortened(text), before: before++, after: after++ })
    if (sign === '-') lines?.push({ kind: 'removed', ...shortened(text), before: before++ })
    if (sign === '+') lines?.push({ kind: 'added', ...shortened(text), after: after++ })
  }
  return hunks
}

function shortened(bytes: string): Pick<DiffLine, 'text' | 'cut'> {
  const text = shown(bytes)
  return text.length > MAX_LINE ? { text: text.slice(0, MAX_LINE), cut: true } : { text }
}

/** A file that is new or gone is one hunk of all its lines. */
async function whole(
  gitDir: string,
  before?: FileVersion,
  after?: FileVersion,
): Promise<Hunk[] | 'binary' | GitFailure> {
  const read = await ask(gitDir, ['cat-file', 'blob', before?.id ?? after?.id ?? ''])
  if (read.outcome !== 'ok') return read
  if (read.stdout.slice(0, 8_000).includes('\0')) return 'binary'
  if (read.stdout === '') return []
  const texts = read.stdout.split('\n')
  const ends = texts.at(-1) === ''
  if (ends) texts.pop()
  const lines = texts.map((text, at): DiffLine => {
    const line = shortened(text)
    return before ? { kind: 'removed', ...line, before: at + 1 } : { kind: 'added', ...line, after: at + 1 }
  })
  if (!ends) Object.assign(lines.at(-1) ?? {}, { noLineEnd: true })
  return [{ heading: '', lines }]
}

function bounded(hunks: Hunk[], maxLines: number): { hunks: Hunk[]; cut: boolean } {
  const kept: Hunk[] = []
  let room = maxLines
  for (const { heading, lines } of hunks) {
    if (room > 0) kept.push({ heading, lines: lines.slice(0, room) })
    room -= lines.length
  }
  return { hunks: kept, cut: room < 0 }
}
